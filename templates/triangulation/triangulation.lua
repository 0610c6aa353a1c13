title = { en = "Triangulating a convex polygon", zh = "凸多边形的最优三角剖分" }
ask = { en = "The vertices of a convex polygon carry the numbers {v} in turn. Diagonals that do not cross divide it into triangles; the cost of a triangle is the product of the numbers at its vertices. What is the minimum total cost?",
        zh = "凸多边形的各顶点依次标着 {v}。用除端点外互不相交的对角线把它剖分成三角形，每个三角形的代价是三个顶点上的数之积。总代价最小是多少？" }

v = integers { length = "n", least = 3, means = { en = "numbers at the vertices", zh = "各顶点上的数" }, example = {3, 7, 4, 5, 2}, random = { length = {4, 6}, from = {1, 9} } }

t = recurrence({"i", 1, n, names = v}, {"j", "i", n, names = v})
t.means = { en = "the minimum total cost of dividing the polygon with the vertices $i$, $i+1$, …, $j$ into triangles", zh = "以 $i, i+1, …, j$ 为顶点的多边形的最小剖分代价" }
t.formula = [[ t[i,j] = \begin{cases} 0 & \text{if } j \le i+1 \\ \min_{i < k < j} (t[i,k] + t[k,j] + v_i v_k v_j) & \text{if } j > i+1 \end{cases} ]]

function t.value(i, j)
  if j <= i + 1 then return 0 end
  local ways = {}
  for k = i + 1, j - 1 do ways[#ways+1] = way("k", k, t(i, k) + t(k, j) + v[i] * v[k] * v[j]) end
  return min(ways)
end

goal(t, 1, n)
time = [[\Theta(n^3)]]

solution(function(steps)
  local r = {}
  for _, s in ipairs(steps) do
    if s.label then r[#r+1] = "(" .. s.i .. ", " .. s.arg .. ", " .. s.j .. ")" end
  end
  return table.concat(r, " ")
end)
answer = { en = "The minimum total cost is {value}, with the triangles {solution} (numbers of their vertices).", zh = "最小总代价为 {value}；各三角形的顶点编号为 {solution}。" }

mistake("greedy", { en = "Always cutting off the cheapest triangle at a vertex costs {value} = {how}.", zh = "若每次都切下一个顶点处代价最小的三角形，则总代价为 {value} = {how}。" }, function()
  local c, cost, how = {}, 0, {}
  for i = 1, n do c[i] = v[i] end
  while #c > 2 do
    local size, best, at = #c, nil, nil
    for k = 1, size do
      local product = c[(k - 2) % size + 1] * c[k] * c[k % size + 1]
      if not best or product < best then best, at = product, k end
    end
    cost = cost + best
    how[#how+1] = best
    table.remove(c, at)
  end
  return cost, table.concat(how, " + ")
end)
summary = { en = "The side from $i$ to $j$ belongs to exactly one triangle. Its third vertex $k$ leaves a polygon on either side, and each of them must be divided at minimum cost. The recurrence has the same form as that of the matrix chain.",
            zh = "边 $(i,j)$ 恰好属于一个三角形。它的第三个顶点 $k$ 把多边形分成左右两个，二者各自取最小代价。这个递归式与矩阵连乘的递归式形式相同。" }
