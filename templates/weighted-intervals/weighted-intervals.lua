title = { en = "Weighted interval scheduling", zh = "带权区间调度" }
ask = { en = "Each job has a beginning, an end and a value: {jobs}. No two of the jobs chosen may overlap, but one may begin when another ends. What is the largest total value?",
        zh = "各项活动的起止时间和价值为：{jobs}。选出的活动两两不能重叠，但一项结束时另一项可以开始。总价值最大是多少？" }

from = integers { length = "n", means = { en = "beginning", zh = "开始时间" }, example = {1, 2, 4, 5, 7} }
to = integers { length = "n", means = { en = "end", zh = "结束时间" }, example = {3, 5, 6, 8, 9} }
worth = integers { length = "n", means = { en = "value", zh = "价值" }, min = 0, example = {2, 6, 3, 4, 2} }
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
jobs = {} -- as sheets show them
for i = 1, n do jobs[i] = from[i] .. "–" .. to[i] .. " (" .. worth[i] .. ")" end
w, p = {}, {} -- p[i]: how many jobs have ended when the i-th of them begins
for i = 1, n do
  w[i], p[i] = worth[order[i]], 0
  for k = 1, i - 1 do
    if to[order[k]] <= from[order[i]] then p[i] = k end
  end
end

f = recurrence({"i", 0, n})
f.means = { en = "the largest total value of non-overlapping jobs among the first $i$ in the order of their ends. In this order $w_i$ is the value of the $i$-th job, and $p_i$ jobs have ended when it begins: $w_1, \\ldots, w_n$ = {w} and $p_1, \\ldots, p_n$ = {p}",
            zh = "按结束时间排序后，前 $i$ 项活动中互不重叠者的最大总价值。其中第 $i$ 项的价值为 $w_i$，它开始时已有 $p_i$ 项结束：$w_1, \\ldots, w_n$ 为 {w}，$p_1, \\ldots, p_n$ 为 {p}" }
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
  local t, values = {}, {}
  for _, s in ipairs(steps) do if s.label == "take" then t[#t+1] = order[s.i] end end
  table.sort(t)
  if #t == 0 then return "", { en = ", without any job", zh = "，一项也不选" } end
  for k = 1, #t do values[k] = worth[t[k]] end
  local sum = #t > 1 and " = " .. table.concat(values, " + ") or ""
  return table.concat(t, ", "), { en = sum .. ", with " .. (#t > 1 and "jobs " or "job ") .. table.concat(t, ", "),
                                  zh = sum .. "，选活动 " .. table.concat(t, "、") }
end)
answer = { en = "The largest total value is {value}{solution}.", zh = "最大总价值为 {value}{solution}。" }

mistake("earliest", { en = "Always taking, among the jobs that are still compatible, the one that ends first gives only {value}: {how}. (This rule is right if all jobs have the same value.)",
                      zh = "若总在相容的活动中选最早结束的，则只能得到 {value}：活动 {how}。（只有各活动价值相同时，这样做才正确。）" }, function()
  local free, got, t = nil, 0, {}
  for i = 1, n do
    local job = order[i]
    if not free or from[job] >= free then free, got = to[job], got + worth[job]; t[#t+1] = job end
  end
  return got, { en = (#t > 1 and "jobs " or "job ") .. table.concat(t, ", "), zh = table.concat(t, "、") }
end)
summary = { en = "The $i$-th job in the order of ends is either left out or taken. If it is taken, the earlier jobs that are compatible with it are exactly the first $p_i$. Sorting takes $\\Theta(n \\log n)$, and so does finding all $p_i$ by binary search; the table itself takes $\\Theta(n)$.",
            zh = "对排序后的第 $i$ 项活动，要么不选，要么选。若选，则排在它之前且与它相容的恰好是前 $p_i$ 项。排序以及用二分查找求出各 $p_i$ 都需 $\\Theta(n \\log n)$ 时间，填表本身只需 $\\Theta(n)$。" }
