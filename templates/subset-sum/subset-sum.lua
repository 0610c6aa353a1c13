title = { en = "Subset sum", zh = "子集和问题" }
ask = { en = "Are there some among the numbers {a}, each used at most once, that add up to exactly {t}?", zh = "能否从 {a} 中选出若干个数（每个至多用一次），使它们的和恰好等于 {t}？" }

a = integers { length = "n", means = { en = "numbers", zh = "各数" }, min = 0, example = {3, 3, 4, 4, 4}, random = { length = {3, 5}, from = {2, 9}, sorted = true } }
t = integer { means = { en = "target", zh = "目标和" }, min = 0, example = 10, random = {6, 12} }

s = recurrence({"i", 0, n}, {"b", 0, t})
s.means = { en = "*true* if some of the first $i$ numbers add up to $b$, otherwise *false*", zh = "“能从前 $i$ 个数中选出若干个，使它们的和为 $b$”的真假" }
s.formula = [[ s[i,b] = \begin{cases} \text{true} & \text{if } i = 0 \text{ and } b = 0 \\ \text{false} & \text{if } i = 0 \text{ and } b > 0 \\ s[i-1,b] & \text{if } a_i > b \\
               s[i-1,b] \lor s[i-1,b-a_i] & \text{otherwise} \end{cases} ]]

function s.value(i, b)
  if i == 0 then return b == 0 end
  if a[i] > b then return way("leave", s(i-1, b)) end
  return any(way("leave", s(i-1, b)),
             way("take", s(i-1, b - a[i])))
end

goal(s, n, t)
time = [[\Theta(nt)]]
labels = { leave = { en = "leave", zh = "不选" }, take = { en = "take", zh = "选" } }

solution(function(steps) -- from the end: the numbers in their order
  local taken = {}
  for k = #steps, 1, -1 do if steps[k].label == "take" then taken[#taken+1] = a[steps[k].i] end end
  if #taken == 0 then return "", { en = "the sum of no numbers is 0", zh = "一个数也不选，和为 0" } end
  local sum = table.concat(taken, " + ")
  if #taken == 1 then return sum, { en = sum .. " alone", zh = "只选 " .. sum } end
  return sum, { en = sum .. " = " .. t, zh = sum .. " = " .. t }
end)
answer = { en = "Yes: {solution}.", zh = "能：{solution}。" }
impossible = { en = "No: no subset of the numbers has the sum {t}.", zh = "不能：没有一个子集的和等于 {t}。" }

mistake("greedy", { en = "Always taking the largest number that still fits {how}.", zh = "若每次都取不超过余额的最大数，则{how}。" }, function()
  local falling, left, taken = table.move(a, 1, n, 1, {}), t, {}
  table.sort(falling, function(p, q) return p > q end)
  for _, number in ipairs(falling) do
    if number <= left then left = left - number; taken[#taken+1] = number end
  end
  local sum = table.concat(taken, " + ")
  return left == 0, { en = "takes " .. sum .. ", and nothing fits the remaining " .. left .. " any more", zh = "先取 " .. sum .. "，余下的 " .. left .. " 就无法凑出" }
end)
summary = { en = "Number $i$ is left out or taken: $s[i,b]$ is true if the first $i-1$ numbers can make $b$ without it, or $b-a_i$ if it is taken. It is the knapsack reduced to a question with the answers yes and no.",
            zh = "第 $i$ 个数要么不选，要么选：前 $i-1$ 个数能凑出 $b$ 或 $b-a_i$，前 $i$ 个数就能凑出 $b$。这是只问“能否”的背包问题。" }
