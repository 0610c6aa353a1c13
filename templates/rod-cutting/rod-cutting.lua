title = { en = "Cutting a rod", zh = "钢条切割" }
ask = { en = "A piece of 1, 2, 3, … units of length sells for {p}. How should a rod of {#p} units be cut so that its pieces bring the most?",
        zh = "长度为 1、2、3……的钢条，售价依次为 {p}。一根长度为 {#p} 的钢条应当怎样切割，才能使总售价最高？" }

p = integers { length = "n", means = { en = "price", zh = "售价" }, min = 0, example = {1, 5, 8, 9}, random = { length = {4, 6}, from = {1, 15}, sorted = true } }

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
  table.sort(t)
  return table.concat(t, " + ")
end)
nothing = { en = "nothing", zh = "无" }
answer = { en = "The rod brings {value}, cut into {solution}.", zh = "最高总售价为 {value}，切成 {solution}。" }

rule("greedy", { en = "Always cutting off the piece with the best price per length gives {value}: {how}.", zh = "每次都切下单位长度售价最高的一段，只得到 {value}：{how}。" }, function(i)
  local best = 1
  for k = 2, i do if p[k] * best > p[best] * k then best = k end end
  return "cut", best
end)
summary = { en = "The first piece has some length $k$; the rest is a shorter rod, to be cut as well as it can be. There are $2^{n-1}$ ways to cut, but only $n$ different rests.",
            zh = "第一段长度为某个 $k$，余下的是一根更短的钢条，同样要切得最好。切法有 $2^{n-1}$ 种，而不同的余段只有 $n$ 种。" }
