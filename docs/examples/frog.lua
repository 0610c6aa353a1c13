title = "The frog"
ask = "The stones cost {c}. A jump goes one or two stones on. What does the cheapest way to the last stone cost?"

c = integers { length = "n", least = 1, min = 0, example = {2, 9, 4, 1, 6}, random = { length = {5, 8}, from = {1, 9} } }

f = recurrence({"i", 1, n, names = c})
f.means = "the cost of the cheapest way to stone $i$"
f.formula = [[ f[i] = \begin{cases} c_1 & \text{if } i = 1 \\ f[1] + c_2 & \text{if } i = 2 \\
               \min(f[i-1] + c_i, f[i-2] + c_i) & \text{otherwise} \end{cases} ]]

function f.value(i)
  if i == 1 then return c[1] end
  if i == 2 then return way("one", f(1) + c[2]) end
  return min(way("one", f(i-1) + c[i]),
             way("two", f(i-2) + c[i]))
end

goal(f, n)
labels = { one = "jump one", two = "jump two" }
