title = { en = "Dropping eggs", zh = "鸡蛋掉落" }
ask = { en = "A building has {n} {n|floor|floors}. An egg breaks when it is dropped from a certain floor or from any above it, perhaps from none. With {m} {m|egg|eggs}, how many drops are needed in the worst case to find the lowest floor from which eggs break? A broken egg cannot be used again.",
        zh = "大楼有 {n} 层，鸡蛋从某一层或更高处落下就会碎（也可能从哪一层落下都不碎）；碎了的不能再用。有 {m} 个鸡蛋，最坏情况下最少要试多少次，才能确定会碎的最低楼层？" }

m = integer { means = { en = "number of eggs", zh = "鸡蛋数" }, min = 1, example = 2, random = {2, 3} }
n = integer { means = { en = "number of floors", zh = "楼层数" }, min = 0, example = 10, random = {6, 10} }

e = recurrence({"k", 1, m}, {"h", 0, n})
e.means = { en = "the smallest number of drops that suffices in the worst case for $h$ floors in question and $k$ eggs", zh = "有 $k$ 个鸡蛋、还有 $h$ 层待定时，最坏情况下所需的最少次数" }
e.formula = [[ e[k,h] = \begin{cases} h & \text{if } k = 1 \text{ or } h = 0 \\
               \min_{1 \le x \le h} (1 + \max(e[k-1,x-1], e[k,h-x])) & \text{otherwise} \end{cases} ]]

function e.value(k, h)
  if k == 1 or h == 0 then return h end
  local ways = {}
  for x = 1, h do ways[x] = way("floor", x, 1 + worst(e(k-1, x-1), e(k, h-x))) end
  return min(ways)
end

goal(e, m, n)
time = [[\Theta(mn^2)]]
labels = { floor = "$x = {}$" }

solution(function(steps) -- the floors to try as long as nothing breaks
  local t, s, low = {}, steps[1], 0
  while s.label do
    low = low + s.arg
    t[#t+1] = low
    s = s.parts[2]
  end
  for x = 1, s.h do t[#t+1] = low + x end
  return table.concat(t, ", ")
end)
nothing = { en = "none", zh = "无须试" }
answer = { en = "In the worst case {value} {value|drop is|drops are} needed. As long as nothing breaks, the floors to try are, in order: {solution}.", zh = "最坏情况下最少需要试 {value} 次。只要鸡蛋不碎，依次试的楼层是 {solution}。" }

rule("halves", { en = "Halving the floors each time (trying {how} as long as nothing breaks) takes {value} drops in the worst case: when only one egg is left, it has to go floor by floor.",
                 zh = "若每次都从正中间试（二分法：只要不碎，依次试 {how}），则最坏情况下要试 {value} 次：碎到只剩最后一个鸡蛋后，只能逐层试。" }, function(k, h)
  return "floor", (h + 1) // 2
end)
summary = { en = "Dropped from the $x$-th of $h$ floors, the egg breaks and leaves $k-1$ eggs for the $x-1$ floors below, or it does not and leaves $k$ eggs for the $h-x$ above. We choose $x$; in the worst case the outcome is the less favourable one. So the best $x$ makes the larger of the two as small as possible: a minimum of maxima.",
            zh = "从待定的 $h$ 层中的第 $x$ 层试：碎了，剩 $k-1$ 个鸡蛋和下面 $x-1$ 层；没碎，剩 $k$ 个鸡蛋和上面 $h-x$ 层。楼层 $x$ 由我们选定，而结果按最不利的情形计算，因此要使二者中较大的一个最小：先取最大，再取最小。" }
