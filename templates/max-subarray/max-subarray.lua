title = { en = "The maximum subarray", zh = "最大子数组和" }
ask = { en = "Which run of neighbouring numbers in the sequence {a} has the largest sum?", zh = "数列 {a} 中，哪一段连续的数之和最大？" }

a = integers { length = "n", least = 1, means = { en = "sequence", zh = "数列" }, example = {-2, 1, -3, 4, -1, 2, 1, -5, 4}, random = { length = {7, 9}, from = {-6, 6} } }

e = recurrence({"i", 1, n, names = a})
e.means = { en = "the largest sum of a run of neighbouring numbers that ends with $a_i$", zh = "以 $a_i$ 结尾的连续段的最大和" }
e.formula = [[ e[i] = \begin{cases} a_1 & \text{if } i = 1 \\ \max(a_i, e[i-1] + a_i) & \text{if } i > 1 \end{cases} ]]

function e.value(i)
  if i == 1 then return a[1] end
  return max(way("new", a[i]),
             way("on", e(i-1) + a[i]))
end

goal(max, e)
time = [[\Theta(n)]]
labels = { new = { en = "start anew", zh = "重新开始" }, on = { en = "go on", zh = "接上" }, i = { en = "ends with $a_{{}}$", zh = "以 $a_{{}}$ 结尾" } }

solution(function(steps) -- where the run begins and ends
  local first, last
  for _, s in ipairs(steps) do
    if s.of == "e" then
      last = last or s.i
      first = s.i
    end
  end
  local sum = ""
  for i = first, last do
    local size = tostring(a[i] < 0 and -a[i] or a[i])
    if i == first then sum = (a[i] < 0 and "−" or "") .. size
    else sum = sum .. (a[i] < 0 and " − " or " + ") .. size end
  end
  sum = first < last and last - first < 12 and " = " .. sum or ""
  local en, zh = "$a_{" .. first .. "}$ alone", "仅由 $a_{" .. first .. "}$ 取得"
  if first < last then
    en = "$a_{" .. first .. "}$ to $a_{" .. last .. "}$"
    zh = "由 $a_{" .. first .. "}$ 至 $a_{" .. last .. "}$ 取得"
  end
  return "[" .. first .. ", " .. last .. "]", { en = sum .. ", that of " .. en, zh = sum .. "，" .. zh }
end)
answer = { en = "The largest sum is {value}{solution}.", zh = "最大和为 {value}{solution}。" }

mistake("positive", { en = "Stopping at every negative number finds only {value}: a small negative number may join two runs with large sums.", zh = "若一遇到负数就停下，则只能得到 {value}：途经一个负数，有时能把两段较大的和连接起来。" }, function()
  local best, run = a[1], 0
  for i = 1, n do
    run = a[i] > 0 and run + a[i] or 0
    best = math.max(best, a[i], run > 0 and run or a[i])
  end
  return best
end)
summary = { en = "A run that ends with $a_i$ either begins there or continues a run that ends with $a_{i-1}$; that run is then best for itself. It is worth continuing exactly if its sum is positive: one comparison for each number (Kadane’s algorithm).",
            zh = "以 $a_i$ 结尾的一段，要么从 $a_i$ 开始，要么接在以 $a_{i-1}$ 结尾的一段之后，而后者本身必是最优的。前面的和为正就接上，否则重新开始：每个数只比较一次（Kadane 算法）。" }
