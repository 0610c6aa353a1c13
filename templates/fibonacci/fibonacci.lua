title = { en = "The Fibonacci numbers", zh = "斐波那契数" }
ask = { en = "Every number is the sum of the two before it, and the first two are 0 and 1. Which number has the index {n}, counted from 0?",
        zh = "数列的前两项是 0 和 1，此后每一项都是前两项之和。下标为 {n} 的项（从 0 数起）是多少？" }

n = integer { min = 0, means = { en = "index", zh = "下标" }, example = 6, random = {5, 8} }

f = recurrence({"i", 0, n})
f.means = { en = "the Fibonacci number with index $i$, counted from 0", zh = "下标为 $i$ 的斐波那契数（从 0 数起）" }
f.formula = [[ f[i] = \begin{cases} i & \text{if } i \le 1 \\ f[i-1] + f[i-2] & \text{if } i > 1 \end{cases} ]]

function f.value(i)
  if i <= 1 then return i end
  return sum(way("last", f(i-1)), way("before", f(i-2)))
end

goal(f, n)
time = [[\Theta(n)]]
labels = { last = { en = "the last", zh = "前一项" }, before = { en = "the one before", zh = "再前一项" } }

solution(function()
  if n > 40 then return nil end
  local t = {}
  for i = 0, n do t[#t+1] = f(i) end
  return table.concat(t, ", ")
end)
answer = { en = "Its value is {value}.", zh = "它的值是 {value}。" }
summary = { en = "The recursion as it stands asks the same question again and again: its calls grow like the Fibonacci numbers themselves. There are only $n+1$ different questions.",
            zh = "照定义直接递归，会把同一个问题问上许多遍：调用次数的增长和斐波那契数本身一样快，而不同的问题只有 $n+1$ 个。" }
