title = { en = "The Fibonacci numbers", zh = "斐波那契数" }
ask = { en = "The first two Fibonacci numbers are 0 and 1; every later one is the sum of the two before it. Which of them has the index {n}, counting from 0?",
        zh = "数列的前两项是 0 和 1，此后每一项都是前两项之和。下标为 {n} 的项（从 0 数起）是多少？" }

n = integer { min = 0, means = { en = "index", zh = "下标" }, example = 6, random = {5, 8} }

f = recurrence({"i", 0, n})
f.means = { en = "the Fibonacci number with index $i$", zh = "下标为 $i$ 的斐波那契数" }
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
answer = { en = "The Fibonacci number with index {n} is {value}.", zh = "下标为 {n} 的斐波那契数是 {value}。" }
summary = { en = "The definition is itself a recurrence. Evaluated directly, it solves the same subproblems repeatedly, and its number of calls grows as fast as the Fibonacci numbers themselves; but there are only $n+1$ different subproblems.",
            zh = "定义本身就是递归式。直接递归时，同一子问题被重复求解，调用次数与斐波那契数同阶增长，而不同的子问题只有 $n+1$ 个。" }
