title = { en = "Binomial coefficients", zh = "二项式系数" }
ask = { en = "In how many ways can {k} {k|thing|things} be chosen out of {n}?", zh = "从 {n} 件物品中取出 {k} 件，共有多少种取法？" }

n = integer { min = 0, means = { en = "number of things", zh = "物品数" }, example = 5, random = {4, 7} }
k = integer { min = 0, means = { en = "number of those to be chosen", zh = "取出的件数" }, example = 2, random = {2, 3} }

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
labels = { with = { en = "with the last thing", zh = "取最后一件" }, without = { en = "without it", zh = "不取最后一件" } }

answer = { en = "There {value|is|are} {value} {value|way|ways} to choose {k} out of {n} {n|thing|things}.", zh = "从 {n} 件物品中取出 {k} 件，共有 {value} 种取法。" }
mistake("order", { en = "Choosing one thing after another, {how}, gives {value}: it counts every choice once for each order in which it can be made.",
                   zh = "若逐件选取，按乘法计为 {how}，得到 {value}：同一种取法会因选取次序不同而被重复计数。" }, function()
  local v, t = 1, {}
  for i = 0, k - 1 do v = v * (n - i); t[#t+1] = n - i end
  return v, table.concat(t, " × ")
end)
summary = { en = "Consider the last of $i$ things. If it is chosen, $j-1$ must be chosen out of the other $i-1$; if not, $j$ of them. The two cases exclude each other, so their numbers are added. The table is Pascal’s triangle: it needs additions only.",
            zh = "考虑最后一件，即第 $i$ 件：取它，还须从其余 $i-1$ 件中取 $j-1$ 件；不取，则须从中取 $j$ 件。两种情形互不重复，故取法数相加。填出的正是杨辉三角，只用加法。" }
