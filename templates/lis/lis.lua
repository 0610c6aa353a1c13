title = { en = "Longest increasing subsequence", zh = "最长递增子序列" }
ask = { en = "Which of the numbers in the sequence {a} can be kept so that they increase from left to right and are as many as possible?",
        zh = "从数列 {a} 中划去尽可能少的数，使留下的数从左到右严格递增。最多能留下几个？" }

a = integers { length = "n", means = { en = "sequence", zh = "数列" }, example = {5, 1, 6, 2, 7, 3, 4}, random = { length = {6, 8}, from = {1, 9} } }

L = recurrence({"i", 1, n, names = a})
L.means = { en = "the length of a longest increasing subsequence that ends with $a_i$", zh = "以 $a_i$ 结尾的最长递增子序列的长度" }
L.formula = [[ L[i] = \max(1, \max_{j < i, a_j < a_i} (L[j] + 1)) ]]

function L.value(i)
  local ways = { way("alone", 1) }
  for j = 1, i - 1 do
    if a[j] < a[i] then ways[#ways+1] = way("after", j, L(j) + 1) end
  end
  return max(ways)
end

M = recurrence()
M.means = { en = "the length of a longest increasing subsequence of all numbers", zh = "整个数列的最长递增子序列的长度" }
M.formula = [[ M = \begin{cases} 0 & \text{if } n = 0 \\ \max_{1 \le i \le n} L[i] & \text{otherwise} \end{cases} ]]
function M.value()
  if n == 0 then return 0 end
  local ways = {}
  for i = 1, n do ways[i] = way("end", i, L(i)) end
  return max(ways)
end

goal(M)
time = [[\Theta(n^2)]]
labels = { alone = { en = "alone", zh = "自成一列" }, after = { en = "after $a_{{}}$", zh = "接在 $a_{{}}$ 之后" }, ["end"] = { en = "ends with $a_{{}}$", zh = "以 $a_{{}}$ 结尾" } }

solution(function(steps)
  local t = {}
  for k = #steps, 1, -1 do if steps[k].of == "L" then t[#t+1] = a[steps[k].i] end end
  return table.concat(t, " < ")
end)
nothing = { en = "none", zh = "无" }
answer = { en = "At most {value} can be kept: {solution}.", zh = "最多留下 {value} 个：{solution}。" }

mistake("greedy", { en = "Starting with the first number and taking every larger one that comes keeps only {value}: {how}.", zh = "若从第一个数开始，遇到更大的就取，则只能留下 {value} 个：{how}。" }, function()
  if n == 0 then return 0, "" end
  local t = { a[1] }
  for i = 2, n do if a[i] > t[#t] then t[#t+1] = a[i] end end
  return #t, table.concat(t, " < ")
end)
summary = { en = "“The longest one among the first $i$ numbers” is no useful subproblem, for its length does not tell what may follow. “The longest one that ends with $a_i$” is: $a_j$ may stand before it exactly if $j < i$ and $a_j < a_i$. The price is one more maximum at the end.",
            zh = "以“前 $i$ 个数的最长递增子序列”作子问题不够：由它的长度看不出后面能接哪些数。改为“以 $a_i$ 结尾的最长递增子序列”，则 $a_i$ 能接在 $a_j$ 之后，当且仅当 $j < i$ 且 $a_j < a_i$；最后还要在所有 $i$ 中再取一次最大值。" }
