title = { en = "Triangulating a convex polygon", zh = "凸多边形的最优三角剖分" }
ask = { en = "The corners of a convex polygon carry the numbers {v} in turn. It is cut into triangles by diagonals that do not cross; a triangle costs the product of its three numbers. What do all triangles cost at least?",
        zh = "凸多边形的各顶点依次标着 {v}。用互不相交的对角线把它剖分成三角形，每个三角形的代价是三个顶点上的数之积。总代价最小是多少？" }

v = integers { length = "n", least = 3, means = { en = "corners", zh = "顶点" }, example = {3, 7, 4, 5, 2}, random = { length = {4, 6}, from = {1, 9} } }

t = recurrence({"i", 1, n, names = v}, {"j", "i", n, names = v})
t.means = { en = "the least cost of cutting the polygon with the corners $i$, $i+1$, …, $j$ into triangles", zh = "以 $i, i+1, …, j$ 为顶点的多边形的最小剖分代价" }
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
answer = { en = "The least cost is {value}; the triangles, by the numbers of their corners: {solution}.", zh = "最小总代价为 {value}；各三角形的顶点编号：{solution}。" }

mistake("greedy", { en = "Cutting off the cheapest corner again and again costs {value}: {how}.", zh = "反复切下代价最小的角，总代价是 {value}：{how}。" }, function()
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
summary = { en = "The side from $i$ to $j$ belongs to exactly one triangle. Its third corner $k$ leaves a polygon on either side, and each is cut as cheaply as it can be. The recurrence is that of the matrix chain with other words.",
            zh = "边 $(i,j)$ 恰好属于一个三角形。它的第三个顶点 $k$ 把多边形分成左右两个，各自取最小代价。这与矩阵连乘的递归式如出一辙。" }
