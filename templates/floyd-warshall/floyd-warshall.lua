title = { en = "All shortest paths (Floyd–Warshall)", zh = "全源最短路径（Floyd–Warshall 算法）" }
ask = { en = "Find the lengths of the shortest paths between all pairs of vertices of a graph. Which is the shortest path from {s} to {t}?", zh = "求图中每对顶点之间的最短路径长度，并给出从 {s} 到 {t} 的最短路径。" }

w = grid { length = {"n", "n"}, means = { en = "lengths of the edges", zh = "各边的长度" }, example = { {0, 6, 5, inf}, {inf, 0, 3, 1}, {1, inf, 0, inf}, {inf, inf, 1, 0} },
  random = function(draw)
    local t, size = {}, draw(3, 4)
    for i = 1, size do
      t[i] = {}
      for j = 1, size do t[i][j] = i == j and 0 or (draw(1, 2) == 1 and draw(1, 9) or inf) end
    end
    return t
  end }
s = integer { means = { en = "start", zh = "起点" }, min = 1, max = n, example = 2, random = {1, n} }
t = integer { means = { en = "end", zh = "终点" }, min = 1, max = n, example = 1, random = {1, n} }

do -- no cycle may be negative, or there is no shortest path
  local e = {}
  for i = 1, n do
    if w[i][i] ~= 0 then error("the length from " .. i .. " to itself must be 0, got " .. tostring(w[i][i])) end
    e[i] = {}
    for j = 1, n do e[i][j] = w[i][j] end
  end
  for k = 1, n do for i = 1, n do for j = 1, n do
    if e[i][k] ~= inf and e[k][j] ~= inf and (e[i][j] == inf or e[i][k] + e[k][j] < e[i][j]) then e[i][j] = e[i][k] + e[k][j] end
  end end end
  for i = 1, n do if e[i][i] < 0 then error("a cycle through " .. i .. " is negative, so there is no shortest path") end end
end

d = recurrence({"k", 0, n}, {"i", 1, n}, {"j", 1, n})
d.means = { en = "the length of the shortest path from $i$ to $j$ whose intermediate vertices have numbers up to $k$ only", zh = "从 $i$ 到 $j$、中间顶点的编号都不超过 $k$ 的最短路径的长度" }
d.formula = [[ d[k,i,j] = \begin{cases} w_{i,j} & \text{if } k = 0 \\ d[k-1,i,j] & \text{if } i = k \text{ or } j = k \\
               \min(d[k-1,i,j], d[k-1,i,k] + d[k-1,k,j]) & \text{otherwise} \end{cases} ]]

function d.value(k, i, j)
  if k == 0 then return w[i][j] end
  if i == k or j == k then return way("past", k, d(k-1, i, j)) end
  return min(way("past", k, d(k-1, i, j)),
             way("through", k, d(k-1, i, k) + d(k-1, k, j)))
end

goal(d, n, s, t)
time = [[\Theta(n^3)]]
labels = { past = { en = "not through {}", zh = "不经过 {}" }, through = { en = "through {}", zh = "经过 {}" } }

solution(function(steps)
  local path = { s }
  local function walk(p)
    if p.label then
      for _, q in ipairs(p.parts) do walk(q) end
    elseif p.i ~= p.j then
      path[#path+1] = p.j
    end
  end
  walk(steps[1])
  return table.concat(path, " → ")
end)
answer = { en = "The shortest path from {s} to {t} is {solution}, of length {value}.", zh = "从 {s} 到 {t} 的最短路径是 {solution}，长度为 {value}。" }
impossible = { en = "There is no path from {s} to {t}.", zh = "从 {s} 到 {t} 没有路径。" }

mistake("inner", { en = "With the loop over $k$ innermost, the same lines give {value}: $d[i,j]$ is then fixed before the paths through later vertices are known.",
                   zh = "若把 $k$ 放在最内层循环，同样的代码得到的是 {value}：此时 $d[i,j]$ 已不再更新，而经过后面顶点的路径尚未考虑。" }, function()
  local e = {}
  for i = 1, n do
    e[i] = {}
    for j = 1, n do e[i][j] = w[i][j] end
  end
  for i = 1, n do for j = 1, n do for k = 1, n do
    if e[i][k] ~= inf and e[k][j] ~= inf and (e[i][j] == inf or e[i][k] + e[k][j] < e[i][j]) then e[i][j] = e[i][k] + e[k][j] end
  end end end
  return e[s][t]
end)
summary = { en = "The index $k$ does not count steps: it says which vertices a path may pass through. A shortest path that passes through $k$ consists of one to $k$ and one from $k$, and neither passes through $k$ again. Edges may be negative, as long as no cycle has negative length.",
            zh = "下标 $k$ 不是步数，而是规定允许经过哪些顶点。经过 $k$ 的最短路径由到 $k$ 的一段和从 $k$ 出发的一段组成，两段中间都不再经过 $k$。边长可以为负，但不能有负环。" }
