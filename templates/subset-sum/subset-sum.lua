title = { en = "Subset sum", zh = "子集和问题" }
ask = { en = "Are there numbers among {a}, each used at most once, whose sum is exactly {t}?", zh = "能否从 {a} 中选出若干个数（每个至多用一次），使它们的和恰好等于 {t}？" }

a = integers { length = "n", means = { en = "numbers", zh = "各数" }, min = 0, example = {3, 4, 5, 8}, random = { length = {3, 5}, from = {2, 9}, sorted = true } }
t = integer { means = { en = "target", zh = "目标和" }, min = 0, example = 9, random = {6, 12} }

s = recurrence({"i", 0, n}, {"b", 0, t})
s.means = { en = "some of the first $i$ numbers have the sum $b$", zh = "能从前 $i$ 个数中选出若干个，使它们的和为 $b$" }
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

solution { each = "take", show = "{a[i]}", join = " + ", from = "end" }
nothing = { en = "none of the numbers", zh = "一个数也不选" }
answer = { en = "Yes: {solution}.", zh = "能：{solution}。" }
impossible = { en = "No: none of the subsets has the sum {t}.", zh = "不能：没有一个子集的和等于 {t}。" }

mistake("greedy", { en = "Taking the largest number that still fits, again and again, leads to {how}.", zh = "反复取不超过余额的最大数，得到 {how}。" }, function()
  local falling, left, taken = table.move(a, 1, n, 1, {}), t, {}
  table.sort(falling, function(p, q) return p > q end)
  for _, number in ipairs(falling) do
    if number <= left then left = left - number; taken[#taken+1] = number end
  end
  return left == 0, (#taken > 0 and table.concat(taken, " + ") or "0") .. (left > 0 and " ≠ " or " = ") .. t
end)
summary = { en = "It is the knapsack with the smallest question that can be asked: yes or no. A yes comes from either of two cells, and the way back picks one that says yes.",
            zh = "这是背包问题最简单的问法：能，还是不能。“能”来自两个格子之一，回溯时沿着写着“能”的格子走。" }
