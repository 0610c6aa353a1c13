title = { en = "The number triangle", zh = "数字三角形" }
ask = { en = "A path leads from the top of a triangle of numbers to its base; each step goes to one of the two numbers below, on the left or on the right. What is the largest sum of the numbers on a path?",
        zh = "从数字三角形的顶端走到底边，每一步走到左下方或右下方相邻的数。途经各数之和最大是多少？" }

a = grid { length = "n", least = 1, ragged = true, means = { en = "triangle", zh = "数字三角形" }, example = { {7}, {3, 8}, {8, 1, 0}, {2, 7, 4, 4}, {4, 5, 2, 6, 5} },
  random = function(draw)
    local t = {}
    for i = 1, draw(4, 5) do
      t[i] = {}
      for j = 1, i do t[i][j] = draw(1, 9) end
    end
    return t
  end }
for i = 1, n do
  if #a[i] ~= i then error("row " .. i .. " of a triangle has " .. i .. " numbers, not " .. #a[i]) end
end

d = recurrence({"i", 1, n}, {"j", 1, "i"})
d.means = { en = "the largest sum on a path from the $j$-th number of row $i$ down to the base", zh = "从第 $i$ 行第 $j$ 个数走到底边的最大数字和" }
d.formula = [[ d[i,j] = \begin{cases} a_{i,j} & \text{if } i = n \\ a_{i,j} + \max(d[i+1,j], d[i+1,j+1]) & \text{if } i < n \end{cases} ]]

function d.value(i, j)
  if i == n then return a[i][j] end
  return max(way("left", a[i][j] + d(i+1, j)),
             way("right", a[i][j] + d(i+1, j+1)))
end

goal(d, 1, 1)
time = [[\Theta(n^2)]]
labels = { left = { en = "left", zh = "左下" }, right = { en = "right", zh = "右下" } }

solution(function(steps) -- the place in each row
  local t, path = {}, {}
  for _, s in ipairs(steps) do
    t[#t+1] = s.j
    path[#path+1] = tostring(a[s.i][s.j])
  end
  local shown = table.concat(path, " → ")
  return table.concat(t, ", "), { en = shown, zh = shown }
end)
answer = { en = "The largest sum is {value}, on the path {solution}.", zh = "最大数字和为 {value}，路径为 {solution}。" }

rule("greedy", { en = "Always stepping to the larger of the two numbers gives only {value}: {how}.", zh = "若每一步都走向两数中较大的一个，则只能得到 {value}：{how}。" }, function(i, j)
  return a[i+1][j+1] > a[i+1][j] and "right" or "left"
end)
summary = { en = "A best path from a number goes on as a best path from one of the two below it. There are $2^{n-1}$ paths from the top to the base; from the base upwards, one comparison at each number is enough.",
            zh = "从某个数出发的最优路径，接下去必是从它下方两数之一出发的最优路径。从顶端到底边共有 $2^{n-1}$ 条路径；自底向上计算，每个位置只需比较一次，算到顶端即得答案。" }
