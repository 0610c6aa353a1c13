title = { en = "Longest increasing subsequence", zh = "最长递增子序列" }
ask = { en = "Strike out as few of the numbers {a} as possible so that those that stay increase from left to right. How many stay?",
        zh = "从数列 {a} 中划去尽可能少的数，使留下的数从左到右严格递增。最多能留下几个？" }

a = integers { length = "n", means = { en = "numbers", zh = "数列" }, example = {5, 1, 6, 2, 7, 3, 4}, random = { length = {6, 8}, from = {1, 9} } }

L = recurrence({"i", 1, n, names = a})
L.means = { en = "the length of the longest increasing subsequence that ends with $a_i$", zh = "以 $a_i$ 结尾的最长递增子序列的长度" }
L.formula = [[ L[i] = \max(1, \max_{j < i, a_j < a_i} (L[j] + 1)) ]]

function L.value(i)
  local ways = { way("alone", 1) }
  for j = 1, i - 1 do
    if a[j] < a[i] then ways[#ways+1] = way("after", j, L(j) + 1) end
  end
  return max(ways)
end

best = recurrence()
best.means = { en = "the length of the longest increasing subsequence", zh = "最长递增子序列的长度" }
best.formula = [[ \text{best} = \begin{cases} 0 & \text{if } n = 0 \\ \max_{1 \le i \le n} L[i] & \text{otherwise} \end{cases} ]]
function best.value()
  if n == 0 then return 0 end
  local ways = {}
  for i = 1, n do ways[i] = way("end", i, L(i)) end
  return max(ways)
end

goal(best)
time = [[\Theta(n^2)]]
labels = { alone = { en = "alone", zh = "独自一个" }, after = { en = "after no. {}", zh = "接在第 {} 个之后" }, ["end"] = { en = "ends at no. {}", zh = "止于第 {} 个" } }

solution(function(steps)
  local t = {}
  for k = #steps, 1, -1 do if steps[k].of == "L" then t[#t+1] = a[steps[k].i] end end
  return table.concat(t, " < ")
end)
nothing = { en = "none", zh = "无" }
answer = { en = "At most {value} can stay: {solution}.", zh = "最多留下 {value} 个：{solution}。" }

mistake("greedy", { en = "Starting with the first number and taking every larger one that comes keeps only {value}: {how}.", zh = "从第一个数开始，遇到更大的就取，只能留下 {value} 个：{how}。" }, function()
  if n == 0 then return 0, "" end
  local t = { a[1] }
  for i = 2, n do if a[i] > t[#t] then t[#t+1] = a[i] end end
  return #t, table.concat(t, " < ")
end)
summary = { en = "“The best among the first $i$” is the wrong subproblem, for it does not say what may follow. “The best that ends with $a_i$” does; the price is one more step at the end, the best over all $i$.",
            zh = "“前 $i$ 个数中最长的”不是好的子问题，因为看不出后面还能接什么；“以 $a_i$ 结尾的最长的”才行，代价是最后还要在所有 $i$ 中再取一次最大值。" }
