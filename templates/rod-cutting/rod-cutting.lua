title = { en = "Cutting a rod", zh = "钢条切割" }
ask = { en = "{#p|A piece of length 1 sells|Pieces of length 1, 2, … sell} for {p}. How should a rod of length {#p} be cut so that its pieces bring the most?",
        zh = "长度为 1、2、……的钢条，售价依次为 {p}。一根长度为 {#p} 的钢条应当怎样切割，才能使总售价最高？" }

p = integers { length = "n", means = { en = "prices", zh = "售价" }, min = 0, example = {1, 5, 8, 9}, random = { length = {4, 6}, from = {1, 15}, sorted = true } }

r = recurrence({"i", 0, n})
r.means = { en = "the most that a rod of length $i$ brings", zh = "长度为 $i$ 的钢条的最高总售价" }
r.formula = [[ r[i] = \begin{cases} 0 & \text{if } i = 0 \\ \max_{1 \le k \le i} (p_k + r[i-k]) & \text{if } i > 0 \end{cases} ]]

function r.value(i)
  if i == 0 then return 0 end
  local ways = {}
  for k = 1, i do ways[k] = way("cut", k, p[k] + r(i - k)) end
  return max(ways)
end

goal(r, n)
time = [[\Theta(n^2)]]
labels = { cut = { en = "cut off {}", zh = "切下 {}" } }

solution(function(steps)
  local t = {}
  for _, s in ipairs(steps) do t[#t+1] = s.arg end
  local cuts = table.concat(t, " + ") -- in the order in which they are cut
  table.sort(t)
  if #t == 1 then return tostring(t[1]), { en = "not cut", zh = "不切割" } end
  return table.concat(t, " + "), { en = "cut into " .. (#t > 0 and cuts or "nothing"), zh = "切成 " .. (#t > 0 and cuts or "零段") }
end)
answer = { en = "The rod brings {value}, {solution}.", zh = "最高总售价为 {value}，{solution}。" }

rule("greedy", { en = "Always cutting off the piece with the highest price per unit of length brings only {value}: the rod is {how}.", zh = "若每次都切下单位长度售价最高的一段，则只得到 {value}：{how}。" }, function(i)
  local best = 1
  for k = 2, i do if p[k] * best > p[best] * k then best = k end end
  return "cut", best
end)
summary = { en = "The first piece has some length $k$; the rest is a rod of length $i-k$, which must itself be cut as well as possible. There are $2^{n-1}$ ways to cut a rod of length $n$, but only $n$ different rests.",
            zh = "设第一段长度为 $k$，余下的是长度为 $i-k$ 的钢条，它本身也必须切得最优。长度为 $n$ 的钢条有 $2^{n-1}$ 种切法，而不同的余段只有 $n$ 种。" }
