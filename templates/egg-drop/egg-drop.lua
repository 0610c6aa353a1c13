title = { en = "Dropping eggs", zh = "鸡蛋掉落" }
ask = { en = "An egg that is dropped from one of {n} floors breaks if the floor is high enough. With {m} eggs, how many drops are needed at worst to find the lowest such floor (there may be none)? A broken egg is gone.",
        zh = "大楼有 {n} 层，鸡蛋从足够高的楼层落下就会碎，碎了的不能再用。有 {m} 个鸡蛋，最坏情况下至少要试多少次，才能确定会碎的最低楼层（也可能没有这样的楼层）？" }

m = integer { means = { en = "eggs", zh = "鸡蛋数" }, min = 1, example = 2, random = {2, 3} }
n = integer { means = { en = "floors", zh = "楼层数" }, min = 0, example = 10, random = {6, 10} }

e = recurrence({"k", 1, m}, {"f", 0, n})
e.means = { en = "the number of drops needed at worst for $f$ floors that are still in question, with $k$ eggs", zh = "有 $k$ 个鸡蛋、还有 $f$ 层待定时，最坏情况下的最少次数" }
e.formula = [[ e[k,f] = \begin{cases} f & \text{if } k = 1 \text{ or } f = 0 \\
               \min_{1 \le x \le f} (1 + \max(e[k-1,x-1], e[k,f-x])) & \text{otherwise} \end{cases} ]]

function e.value(k, f)
  if k == 1 or f == 0 then return f end
  local ways = {}
  for x = 1, f do ways[x] = way("floor", x, 1 + worst(e(k-1, x-1), e(k, f-x))) end
  return min(ways)
end

goal(e, m, n)
time = [[\Theta(mn^2)]]
labels = { floor = { en = "floor {}", zh = "第 {} 层" } }

solution(function(steps) -- the floors to try as long as nothing breaks
  local t, s, low = {}, steps[1], 0
  while s.label do
    low = low + s.arg
    t[#t+1] = low
    s = s.parts[2]
  end
  for x = 1, s.f do t[#t+1] = low + x end
  return table.concat(t, ", ")
end)
nothing = { en = "none", zh = "无须试" }
answer = { en = "At worst {value} drops are needed, and no plan does better. As long as nothing breaks, the floors to try are {solution}.", zh = "最坏情况下最少需要 {value} 次。只要鸡蛋不碎，依次试的楼层是 {solution}。" }

rule("halves", { en = "Halving the floors each time ({how}) takes {value} drops at worst: after the last egg but one is broken, the other has to go floor by floor.",
                 zh = "每次都从正中间试（二分法：{how}），最坏要 {value} 次：碎到只剩一个之后，只能一层一层地试。" }, function(k, f)
  return "floor", (f + 1) // 2
end)
summary = { en = "We choose the floor, chance chooses the outcome. So the best floor is the one whose worse outcome is least: a minimum of maxima, as in a game.",
            zh = "楼层由我们选，结果由运气定。所以要选的是较坏结果最轻的那一层：先取最大，再取最小，如同博弈。" }
