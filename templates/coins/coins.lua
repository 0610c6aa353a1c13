title = { en = "Fewest coins", zh = "最少硬币问题" }
ask = { en = "There are coins of {c}, as many of each as one likes. How few of them make {n} exactly?",
        zh = "有面值为 {c} 的硬币，每种都有无限多枚。恰好凑出 {n}，最少要用几枚？" }

c = integers { length = "m", means = { en = "coins", zh = "面值" }, min = 1, example = {1, 5, 6}, random = { length = {2, 4}, from = {1, 8}, sorted = true, distinct = true } }
n = integer { means = { en = "amount", zh = "金额" }, min = 0, example = 10, random = {7, 14} }

f = recurrence({"a", 0, n})
f.means = { en = "the smallest number of coins that make the amount $a$, or $\\infty$ if no coins do", zh = "凑出金额 $a$ 所需的最少硬币数；凑不出时为 $\\infty$" }
f.formula = [[ f[a] = \begin{cases} 0 & \text{if } a = 0 \\ \min_{c_k \le a} (f[a-c_k] + 1) & \text{if } a > 0 \end{cases} ]]

function f.value(a)
  if a == 0 then return 0 end
  local ways = {}
  for k = 1, m do
    if c[k] <= a then ways[#ways+1] = way("coin", c[k], f(a - c[k]) + 1) end
  end
  return min(ways)
end

goal(f, n)
time = [[\Theta(mn)]]
labels = { coin = { en = "coin {}", zh = "用 {}" } }

solution(function(steps)
  local t = {}
  for _, s in ipairs(steps) do t[#t+1] = s.arg end
  table.sort(t, function(a, b) return a > b end)
  return table.concat(t, " + ")
end)
nothing = { en = "no coin at all", zh = "不用硬币" }
answer = { en = "The smallest number of coins is {value}: {solution}.", zh = "最少要用 {value} 枚：{solution}。" }
impossible = { en = "No coins of these make {n}.", zh = "用这些硬币凑不出 {n}。" }

rule("greedy", { en = "Always taking the largest coin that fits needs more, or gets stuck: {how} ({value}).", zh = "每次都取不超过余额的最大硬币，会用得更多，甚至凑不出：{how}（{value}）。" }, function(a)
  local best
  for k = 1, m do if c[k] <= a and (not best or c[k] > best) then best = c[k] end end
  return "coin", best
end)
summary = { en = "Some coin is the last one laid down. Nobody knows which, so all are tried; what was laid down before it is the best for the smaller amount. Greedy decides without looking ahead, and only some sets of coins forgive that.",
            zh = "总有一枚硬币是最后放下的。不知道是哪一枚，就每一枚都试；在它之前放下的，必是较小金额的最优解。贪心法不看后果就作决定，只有某些币制容得下它。" }
