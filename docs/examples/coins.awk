# Traces the fewest coins for each amount, with coins of 1, 3 and 4: one table, one row.
#
#   awk -v amount=10 -f coins.awk >coins.jsonl
BEGIN {
    coin[1] = 1; coin[2] = 3; coin[3] = 4
    if (amount == "") amount = 6
    print "{\"handtrace\":1,\"problem\":\"coins\",\"title\":\"Fewest coins\",\"instance\":{\"amount\":" amount "}}"
    print "{\"event\":\"table\",\"id\":\"fewest\",\"cols\":[0," amount "],\"col\":\"amount\"}"
    for (a = 0; a <= amount; a++) {
        print "{\"event\":\"cell\",\"tables\":[\"fewest\"],\"at\":[0," a "]}"
        best = a ? "" : 0
        for (k = 1; k <= 3 && coin[k] <= a; k++) {
            value[k] = few[a - coin[k]] + 1
            if (best == "" || value[k] < best) best = value[k]
            print "{\"event\":\"try\",\"label\":\"coin " coin[k] "\",\"reads\":[[\"fewest\",[0," a - coin[k] "]]]," \
                "\"terms\":[{\"name\":\"x\",\"value\":\"" few[a - coin[k]] "\"}],\"expr\":\"x+1\",\"value\":\"" value[k] "\"}"
        }
        chosen = ""
        for (k = 1; k <= 3 && coin[k] <= a; k++)
            if (value[k] == best) chosen = chosen (chosen == "" ? "" : ",") "\"coin " coin[k] "\""
        few[a] = best
        print "{\"event\":\"set\",\"table\":\"fewest\",\"at\":[0," a "],\"value\":\"" best "\"," \
            (chosen == "" ? "" : "\"chosen\":[" chosen "],") "\"why\":\"" (a ? "min" : "base") "\"}"
    }
}
