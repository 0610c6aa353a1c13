// Traces the Fibonacci numbers with a memo, as calls.
//
//   node fib.js 6 >fib.jsonl
const n = Number(process.argv[2] ?? 6);
const event = (name, fields) => console.log(JSON.stringify({ event: name, ...fields }));

let frames = 0;
const memo = new Map(); // n → its value and the frame that found it

function fib(n, parent) {
    const frame = ++frames;
    event("enter", { frame, parent, fn: "fib", args: [n] });
    if (memo.has(n)) {
        event("memo", { frame, of: memo.get(n).frame });
        return { frame, value: memo.get(n).value };
    }
    let value = BigInt(n);
    if (n > 1) {
        const [x, y] = [fib(n - 1, frame), fib(n - 2, frame)];
        value = x.value + y.value;
        const terms = [{ name: "x", value: `${x.value}` }, { name: "y", value: `${y.value}` }];
        const reads = [{ frame: x.frame }, { frame: y.frame }];
        event("try", { frame, label: "sum", reads, terms, expr: "x+y", value: `${value}` });
        event("return", { frame, value: `${value}`, why: "sum" });
    } else {
        event("return", { frame, value: `${value}`, why: "base" });
    }
    memo.set(n, { frame, value });
    return { frame, value };
}

console.log(JSON.stringify({ handtrace: 1, problem: "fib", title: "Fibonacci numbers", instance: { n } }));
event("run", { id: "memo", title: "With a memo" });
event("answer", { answer: { fib: `${fib(n).value}` } });
