title = { en = "Merging piles of stones", zh = "石子合并" }
ask = { en = "In a row there {#a|is|are} {#a} {#a|pile|piles} of {a} stones{#a|| respectively}. A step merges two neighbouring piles, and its cost is the number of stones in the new pile. What is the minimum total cost of making one pile of all?",
        zh = "一排石子，各堆依次有 {a} 颗。每次合并相邻的两堆，代价是新堆的石子数。把它们合并成一堆，总代价最小是多少？" }

a = integers { length = "n", least = 1, means = { en = "numbers of stones", zh = "石子数" }, min = 0, example = {6, 4, 4, 6}, random = { length = {4, 5}, from = {1, 9} } }
local before = { [0] = 0 } -- stones in the first k piles
for k = 1, n do before[k] = before[k-1] + a[k] end

f = recurrence({"i", 1, n, names = a}, {"j", "i", n, names = a})
f.means = { en = "the minimum total cost of making one pile of the piles $i$ to $j$", zh = "把第 $i$ 堆到第 $j$ 堆合并成一堆的最小总代价" }
f.formula = [[ f[i,j] = \begin{cases} 0 & \text{if } i = j \\
               \min_{i \le k < j} (f[i,k] + f[k+1,j]) + \sum_{h=i}^{j} a_h & \text{if } i < j \end{cases} ]]

function f.value(i, j)
  if i == j then return 0 end
  local ways = {}
  for k = i, j - 1 do ways[#ways+1] = way("k", k, f(i, k) + f(k+1, j) + (before[j] - before[i-1])) end
  return min(ways)
end

goal(f, 1, n)
time = [[\Theta(n^3)]]

solution { brackets = "k", show = "{i}" } -- the numbers of the piles
answer = { en = "The minimum total cost is {value}; the piles, by their numbers, are merged as the brackets say: {solution}.", zh = "最小总代价为 {value}；按括号的次序合并各堆（编号）：{solution}。" }

mistake("greedy", { en = "Always merging the two neighbouring piles with the fewest stones costs {value} = {how}. (This is Huffman’s rule, which is right only where any two piles may be merged.)",
                    zh = "若每次都合并石子数之和最小的相邻两堆，则总代价为 {value} = {how}。（这相当于哈夫曼算法，只有任意两堆都能合并时才正确。）" }, function()
  local piles, cost, how = table.move(a, 1, n, 1, {}), 0, {}
  while #piles > 1 do
    local b = 1
    for k = 2, #piles - 1 do if piles[k] + piles[k+1] < piles[b] + piles[b+1] then b = k end end
    piles[b] = piles[b] + table.remove(piles, b + 1)
    cost = cost + piles[b]
    how[#how+1] = piles[b]
  end
  return cost, table.concat(how, " + ")
end)
summary = { en = "The last merge joins a left and a right part of the row, divided after some pile $k$. It costs the same for every $k$, all stones from $i$ to $j$; only the costs of the two parts differ. With sums of the first 1, 2, … piles kept in a list, each $\\sum a_h$ takes constant time.",
            zh = "最后一次合并，总是把从第 $k$ 堆之后分开的左右两部分合起来。无论在哪里分开，这次合并的代价都是第 $i$ 堆到第 $j$ 堆的石子总数，不同的只是左右两部分各自的代价。预先算好前缀和，每个 $\\sum a_h$ 只需常数时间。" }
