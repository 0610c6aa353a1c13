title = { en = "Binomial coefficients", zh = "二项式系数" }
ask = { en = "In how many ways can {k} things be chosen out of {n}?", zh = "从 {n} 件物品中取出 {k} 件，共有多少种取法？" }

n = integer { min = 0, means = { en = "things", zh = "物品数" }, example = 5, random = {4, 7} }
k = integer { min = 0, means = { en = "to be chosen", zh = "取出的件数" }, example = 2, random = {2, 3} }

c = recurrence({"i", 0, n}, {"j", 0, "i"})
c.means = { en = "the number of ways to choose $j$ out of $i$ things", zh = "从 $i$ 件物品中取出 $j$ 件的取法数" }
c.formula = [[ c[i,j] = \begin{cases} 1 & \text{if } j = 0 \text{ or } j = i \\ c[i-1,j-1] + c[i-1,j] & \text{otherwise} \end{cases} ]]
c.outside = 0 -- more than there are cannot be chosen

function c.value(i, j)
  if j == 0 or j == i then return 1 end
  return sum(way("with", c(i-1, j-1)),
             way("without", c(i-1, j)))
end

goal(c, n, k)
time = [[\Theta(n^2)]]
labels = { with = { en = "with thing $i$", zh = "取第 $i$ 件" }, without = { en = "without it", zh = "不取" } }

answer = { en = "The number of ways is {value}.", zh = "共有 {value} 种取法。" }
mistake("order", { en = "Choosing one thing after another, {how}, gives {value}: it counts every choice once for each order in which it can be made.",
                   zh = "一件一件地取，即 {how}，得到 {value}：同一种取法按取的次序重复计算了。" }, function()
  local v, t = 1, {}
  for i = 0, k - 1 do v = v * (n - i); t[#t+1] = n - i end
  return v, table.concat(t, " × ")
end)
summary = { en = "Look at the last thing. If it is chosen, $j-1$ are still to be chosen out of the rest, otherwise $j$. Nothing is multiplied and nothing divided, so no number on the way is larger than those of Pascal's triangle itself.",
            zh = "只看最后一件：取它，则还要在其余物品中取 $j-1$ 件；不取，则要取 $j$ 件。全程只有加法，没有乘除，所以不会出现阶乘那样的大数；填出来的正是杨辉三角。" }
