title = { en = "All shortest paths (Floyd–Warshall)", zh = "全源最短路径（Floyd–Warshall 算法）" }
ask = { en = "How long is the shortest path between any two vertices of the graph, and in particular from {s} to {t}?", zh = "图中任意两点之间的最短路径有多长？特别地，从 {s} 到 {t} 的最短路径是哪一条？" }

w = grid { length = {"n", "n"}, means = { en = "lengths of the edges", zh = "边的长度" }, example = { {0, 6, 5, inf}, {inf, 0, 3, 1}, {1, inf, 0, inf}, {inf, inf, 1, 0} },
  random = function(draw)
    local t, size = {}, draw(3, 4)
    for i = 1, size do
      t[i] = {}
      for j = 1, size do t[i][j] = i == j and 0 or (draw(1, 2) == 1 and draw(1, 9) or inf) end
    end
    return t
  end }
s = integer { means = { en = "from", zh = "起点" }, min = 1, max = n, example = 2, random = {1, n} }
t = integer { means = { en = "to", zh = "终点" }, min = 1, max = n, example = 1, random = {1, n} }

do -- no round trip may be negative, or there is no shortest path
  local e = {}
  for i = 1, n do
    if w[i][i] ~= 0 then error("the length from " .. i .. " to itself must be 0, got " .. tostring(w[i][i])) end
    e[i] = {}
    for j = 1, n do e[i][j] = w[i][j] end
  end
  for k = 1, n do for i = 1, n do for j = 1, n do
    if e[i][k] ~= inf and e[k][j] ~= inf and (e[i][j] == inf or e[i][k] + e[k][j] < e[i][j]) then e[i][j] = e[i][k] + e[k][j] end
  end end end
  for i = 1, n do if e[i][i] < 0 then error("a round trip through " .. i .. " is negative, so there is no shortest path") end end
end

d = recurrence({"k", 0, n}, {"i", 1, n}, {"j", 1, n})
d.means = { en = "the length of the shortest path from $i$ to $j$ that passes only through vertices up to $k$ in between", zh = "从 $i$ 到 $j$、中间只经过编号不超过 $k$ 的顶点的最短路径长度" }
d.formula = [[ d[k,i,j] = \begin{cases} w_{i,j} & \text{if } k = 0 \\ \min(d[k-1,i,j], d[k-1,i,k] + d[k-1,k,j]) & \text{if } k > 0 \end{cases} ]]

function d.value(k, i, j)
  if k == 0 then return w[i][j] end
  if i == k or j == k then return way("past", d(k-1, i, j)) end
  return min(way("past", d(k-1, i, j)),
             way("through", k, d(k-1, i, k) + d(k-1, k, j)))
end

goal(d, n, s, t)
time = [[\Theta(n^3)]]
labels = { past = { en = "past it", zh = "不经过" }, through = { en = "through {}", zh = "经过 {}" } }

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
answer = { en = "The shortest path from {s} to {t} has the length {value}: {solution}.", zh = "从 {s} 到 {t} 的最短路径长度为 {value}：{solution}。" }
impossible = { en = "There is no path from {s} to {t}.", zh = "从 {s} 到 {t} 没有路径。" }

mistake("inner", { en = "With the loop over $k$ innermost, the same lines of code give {value}: paths are closed before their pieces are known.",
                   zh = "若把 $k$ 放在最内层循环，同样的代码给出的是 {value}：中间各段的最短长度还没有求出，路径就被定下来了。" }, function()
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
summary = { en = "The index that matters is not on the path but on what it may pass through: vertex $k$ is allowed after vertices 1 to $k-1$. A path through $k$ falls into two that do not need it. Edges may be negative as long as no round trip is.",
            zh = "关键的下标不是路径上的点，而是允许经过的点：先允许 1 到 $k-1$，再允许 $k$。经过 $k$ 的路径分成两段，每段都不再需要 $k$。边长可以为负，但不能有负环。" }
