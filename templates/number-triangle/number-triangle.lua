title = { en = "The number triangle", zh = "数字三角形" }
ask = { en = "From the top of the triangle down to its base, each step to one of the two numbers below: what is the largest sum on the way?",
        zh = "从三角形的顶端走到底边，每一步走到左下方或右下方相邻的数。途经各数之和最大是多少？" }

a = grid { length = "n", least = 1, ragged = true, means = { en = "the triangle", zh = "数字三角形" }, example = { {7}, {3, 8}, {8, 1, 0}, {2, 7, 4, 4}, {4, 5, 2, 6, 5} },
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
d.means = { en = "the largest sum on a way from place $j$ of row $i$ down to the base", zh = "从第 $i$ 行第 $j$ 个数走到底边的最大数字和" }
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
  local t = {}
  for _, s in ipairs(steps) do t[#t+1] = s.j end
  return table.concat(t, ", ")
end)
answer = { en = "The largest sum is {value}; the way takes in each row the place {solution}.", zh = "最大数字和为 {value}；从上到下各行所取的位置依次是 {solution}。" }

rule("greedy", { en = "Stepping to the larger of the two numbers each time gives only {value}; its places are {how}.", zh = "每一步都走向两数中较大的一个，只能得到 {value}；各行的位置是 {how}。" }, function(i, j)
  return a[i+1][j+1] > a[i+1][j] and "right" or "left"
end)
summary = { en = "From the top there are $2^{n-1}$ ways down. From the base upwards every place knows its best way after one comparison, and at the top only the answer is left.",
            zh = "自顶向下有 $2^{n-1}$ 条路；自底向上，每个位置只比较一次就知道自己的最优走法，到了顶端，剩下的就是答案。" }
