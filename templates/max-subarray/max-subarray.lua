title = { en = "The maximum subarray", zh = "最大子数组和" }
ask = { en = "Which run of neighbouring numbers in {a} has the largest sum?", zh = "数列 {a} 中，哪一段连续的数之和最大？" }

a = integers { length = "n", least = 1, means = { en = "numbers", zh = "数列" }, example = {-2, 1, -3, 4, -1, 2, 1, -5, 4}, random = { length = {7, 9}, from = {-6, 6} } }

e = recurrence({"i", 1, n, names = a})
e.means = { en = "the largest sum of a run that ends with $a_i$", zh = "以 $a_i$ 结尾的连续段的最大和" }
e.formula = [[ e[i] = \begin{cases} a_1 & \text{if } i = 1 \\ \max(a_i, e[i-1] + a_i) & \text{if } i > 1 \end{cases} ]]

function e.value(i)
  if i == 1 then return a[1] end
  return max(way("new", a[i]),
             way("on", e(i-1) + a[i]))
end

goal(max, e)
time = [[\Theta(n)]]
labels = { new = { en = "start anew", zh = "重新开始" }, on = { en = "go on", zh = "接上" }, i = { en = "ends at no. {}", zh = "止于第 {} 个" } }

solution(function(steps) -- where the run begins and ends
  local first, last
  for _, s in ipairs(steps) do
    if s.of == "e" then
      last = last or s.i
      first = s.i
    end
  end
  return "[" .. first .. ", " .. last .. "]"
end)
answer = { en = "The largest sum is {value}; the run has the first and last place {solution}.", zh = "最大和为 {value}，这一段的首末位置是 {solution}。" }

mistake("positive", { en = "Stopping at every negative number finds only {value}: a small loss may join two gains.", zh = "一遇到负数就停下，只能得到 {value}：小小的损失，有时能把两段收益连起来。" }, function()
  local best, run = a[1], 0
  for i = 1, n do
    run = a[i] > 0 and run + a[i] or 0
    best = math.max(best, a[i], run > 0 and run or a[i])
  end
  return best
end)
summary = { en = "What went before helps if its sum is positive, and is dropped otherwise: one comparison a number. This is Kadane's algorithm.", zh = "前面的和为正，就接上；否则就丢掉：每个数只比较一次。这就是 Kadane 算法。" }
