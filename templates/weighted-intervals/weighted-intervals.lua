title = { en = "Weighted intervals", zh = "带权区间调度" }
ask = { en = "Jobs begin at {from}, end at {to} and are worth {worth}. No two chosen ones may overlap (one may begin when another ends). What is the largest total value?",
        zh = "各项活动的开始时间依次为 {from}，结束时间依次为 {to}，价值依次为 {worth}。选出的活动两两不能重叠（一项结束时另一项可以开始）。总价值最大是多少？" }

from = integers { length = "n", means = { en = "starts", zh = "开始时间" }, example = {1, 2, 4, 5, 7} }
to = integers { length = "n", means = { en = "ends", zh = "结束时间" }, example = {3, 5, 6, 8, 9} }
worth = integers { length = "n", means = { en = "values", zh = "价值" }, min = 0, example = {2, 6, 3, 4, 2} }
random(function(draw)
  local a, b, c = {}, {}, {}
  for i = 1, draw(4, 6) do
    a[i] = draw(0, 8)
    b[i] = a[i] + draw(1, 4)
    c[i] = draw(1, 9)
  end
  return { from = a, to = b, worth = c }
end)

local order = {} -- the numbers of the jobs, sorted by their ends
for i = 1, n do
  if from[i] >= to[i] then error("job " .. i .. " ends at " .. to[i] .. ", before or when it begins") end
  order[i] = i
end
table.sort(order, function(i, j)
  if to[i] ~= to[j] then return to[i] < to[j] end
  return i < j
end)
w, p = {}, {} -- p[i]: how many jobs have ended when the i-th of them begins
for i = 1, n do
  w[i], p[i] = worth[order[i]], 0
  for k = 1, i - 1 do
    if to[order[k]] <= from[order[i]] then p[i] = k end
  end
end

f = recurrence({"i", 0, n})
f.means = { en = "the largest value of non-overlapping jobs among the first $i$, sorted by their ends; $w_i$ is the value of the $i$-th of them, and $p_i$ of them have ended when it begins",
            zh = "按结束时间排序后，前 $i$ 项活动中互不重叠者的最大总价值；$w_i$ 是其中第 $i$ 项的价值，$p_i$ 是它开始时已经结束的活动数" }
f.formula = [[ f[i] = \begin{cases} 0 & \text{if } i = 0 \\ \max(f[i-1], f[p_i] + w_i) & \text{if } i > 0 \end{cases} ]]

function f.value(i)
  if i == 0 then return 0 end
  return max(way("leave", f(i-1)),
             way("take", f(p[i]) + w[i]))
end

goal(f, n)
time = [[\Theta(n \log n)]]
labels = { leave = { en = "leave", zh = "不选" }, take = { en = "take", zh = "选" } }

solution(function(steps) -- numbers as they were given
  local t = {}
  for _, s in ipairs(steps) do if s.label == "take" then t[#t+1] = order[s.i] end end
  table.sort(t)
  return table.concat(t, ", ")
end)
nothing = { en = "none", zh = "无" }
answer = { en = "The largest value is {value}; the jobs chosen, by their numbers in the input: {solution}.", zh = "最大总价值为 {value}；选出的活动（输入中的编号）：{solution}。" }

mistake("earliest", { en = "Always taking the job that ends first gives only {value}: jobs {how}. (That rule is right if all jobs have the same value.)",
                      zh = "总选最早结束的活动，只能得到 {value}：活动 {how}。（只有各活动价值相同时，这样做才正确。）" }, function()
  local free, got, t = nil, 0, {}
  for i = 1, n do
    local job = order[i]
    if not free or from[job] >= free then free, got = to[job], got + worth[job]; t[#t+1] = job end
  end
  return got, table.concat(t, ", ")
end)
summary = { en = "Sorted by their ends, the jobs that do not disturb job $i$ are exactly the first $p_i$: one number replaces a search through all subsets.",
            zh = "按结束时间排序后，与活动 $i$ 不冲突的恰好是前 $p_i$ 项：一个数就代替了对所有子集的搜索。" }
