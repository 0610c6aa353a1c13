/* Three tables, const rows looked through from the top: signs (letters, operators, relations, brackets), names of
 * operators (log, max, …), spaces. A sign that several commands name stands once for each. */
#include "signs.h"

#include "utf8.h"

#include <string.h>

static const sign signs[] = {
    /* letters */
    {"alpha", "α", NULL, MATH_ORD, true, "alpha", NULL},
    {"beta", "β", NULL, MATH_ORD, true, "beta", NULL},
    {"gamma", "γ", NULL, MATH_ORD, true, "gamma", NULL},
    {"delta", "δ", NULL, MATH_ORD, true, "delta", NULL},
    {"epsilon", "ε", NULL, MATH_ORD, true, "epsilon", NULL},
    {"varepsilon", "ε", NULL, MATH_ORD, true, "epsilon", NULL},
    {"zeta", "ζ", NULL, MATH_ORD, true, "zeta", NULL},
    {"eta", "η", NULL, MATH_ORD, true, "eta", NULL},
    {"theta", "θ", NULL, MATH_ORD, true, "theta", NULL},
    {"iota", "ι", NULL, MATH_ORD, true, "iota", NULL},
    {"kappa", "κ", NULL, MATH_ORD, true, "kappa", NULL},
    {"lambda", "λ", NULL, MATH_ORD, true, "lambda", NULL},
    {"mu", "μ", NULL, MATH_ORD, true, "mu", NULL},
    {"nu", "ν", NULL, MATH_ORD, true, "nu", NULL},
    {"xi", "ξ", NULL, MATH_ORD, true, "xi", NULL},
    {"pi", "π", NULL, MATH_ORD, true, "pi", NULL},
    {"rho", "ρ", NULL, MATH_ORD, true, "rho", NULL},
    {"sigma", "σ", NULL, MATH_ORD, true, "sigma", NULL},
    {"tau", "τ", NULL, MATH_ORD, true, "tau", NULL},
    {"upsilon", "υ", NULL, MATH_ORD, true, "upsilon", NULL},
    {"phi", "φ", NULL, MATH_ORD, true, "phi", NULL},
    {"varphi", "φ", NULL, MATH_ORD, true, "phi", NULL},
    {"chi", "χ", NULL, MATH_ORD, true, "chi", NULL},
    {"psi", "ψ", NULL, MATH_ORD, true, "psi", NULL},
    {"omega", "ω", NULL, MATH_ORD, true, "omega", NULL},
    {"Gamma", "Γ", NULL, MATH_ORD, false, "Gamma", NULL},
    {"Delta", "Δ", NULL, MATH_ORD, false, "Delta", NULL},
    {"Theta", "Θ", NULL, MATH_ORD, false, "Theta", NULL},
    {"Lambda", "Λ", NULL, MATH_ORD, false, "Lambda", NULL},
    {"Xi", "Ξ", NULL, MATH_ORD, false, "Xi", NULL},
    {"Pi", "Π", NULL, MATH_ORD, false, "Pi", NULL},
    {"Sigma", "Σ", NULL, MATH_ORD, false, "Sigma", NULL},
    {"Phi", "Φ", NULL, MATH_ORD, false, "Phi", NULL},
    {"Psi", "Ψ", NULL, MATH_ORD, false, "Psi", NULL},
    {"Omega", "Ω", NULL, MATH_ORD, false, "Omega", NULL},
    {"ell", "ℓ", NULL, MATH_ORD, false, "l", "l"},
    /* other ordinary signs */
    {"infty", "∞", NULL, MATH_ORD, false, "infinity", "无穷大"},
    {"emptyset", "∅", NULL, MATH_ORD, false, "the empty set", "空集"},
    {"varnothing", "∅", NULL, MATH_ORD, false, "the empty set", "空集"},
    {"forall", "∀", NULL, MATH_ORD, false, "for all", "对所有"},
    {"exists", "∃", NULL, MATH_ORD, false, "there is", "存在"},
    {"neg", "¬", NULL, MATH_ORD, false, "not", "非"},
    {"lnot", "¬", NULL, MATH_ORD, false, "not", "非"},
    {"prime", "′", NULL, MATH_ORD, false, "prime", "撇"},
    {"vert", "|", "|", MATH_ORD, false, "bar", "竖线"},
    {NULL, "/", "/", MATH_ORD, false, "over", "除以"},
    {"%", "%", NULL, MATH_ORD, false, "percent", NULL},
    {"#", "#", NULL, MATH_ORD, false, "number", NULL},
    {"$", "$", NULL, MATH_ORD, false, "dollars", NULL},
    {"&", "&", NULL, MATH_ORD, false, "and", NULL},
    {"_", "_", NULL, MATH_ORD, false, "underscore", NULL},
    {NULL, "?", "?", MATH_ORD, false, "unknown", "未知"},
    {NULL, ".", ".", MATH_ORD, false, "point", "点"},
    {"square", "□", NULL, MATH_ORD, false, "blank", "空格"},
    {"checkmark", "✓", NULL, MATH_ORD, false, "right", "对"},
    /* binary operators */
    {NULL, "+", "+", MATH_BIN, false, "plus", "加"},
    {NULL, "−", "-", MATH_BIN, false, "minus", "减"},
    {"times", "×", NULL, MATH_BIN, false, "times", "乘"},
    {"div", "÷", NULL, MATH_BIN, false, "divided by", "除以"},
    {"cdot", "·", "⋅", MATH_BIN, false, "times", "乘"},
    {"ast", "∗", "*", MATH_BIN, false, "times", "乘"},
    {"pm", "±", NULL, MATH_BIN, false, "plus or minus", "加减"},
    {"mp", "∓", NULL, MATH_BIN, false, "minus or plus", "减加"},
    {"cup", "∪", NULL, MATH_BIN, false, "union", "并"},
    {"cap", "∩", NULL, MATH_BIN, false, "intersection", "交"},
    {"uplus", "⊎", NULL, MATH_BIN, false, "together with", "多重集并"},
    {"vee", "∨", NULL, MATH_BIN, false, "or", "或"},
    {"lor", "∨", NULL, MATH_BIN, false, "or", "或"},
    {"wedge", "∧", NULL, MATH_BIN, false, "and", "且"},
    {"land", "∧", NULL, MATH_BIN, false, "and", "且"},
    {"bmod", "mod", NULL, MATH_BIN, false, "mod", "模"},
    {"oplus", "⊕", NULL, MATH_BIN, false, "direct sum", "直和"},
    {"otimes", "⊗", NULL, MATH_BIN, false, "tensor", "张量积"},
    {"circ", "∘", NULL, MATH_BIN, false, "circle", "圈"},
    {"setminus", "∖", NULL, MATH_BIN, false, "without", "差"},
    /* relations */
    {NULL, "=", "=", MATH_REL, false, "equals", "等于"},
    {"lt", "<", "<", MATH_REL, false, "less than", "小于"},
    {"gt", ">", ">", MATH_REL, false, "greater than", "大于"},
    {"le", "≤", "⩽", MATH_REL, false, "less than or equal to", "小于等于"},
    {"leq", "≤", NULL, MATH_REL, false, "less than or equal to", "小于等于"},
    {"ge", "≥", "⩾", MATH_REL, false, "greater than or equal to", "大于等于"},
    {"leqslant", "≤", NULL, MATH_REL, false, "less than or equal to", "小于等于"},
    {"geqslant", "≥", NULL, MATH_REL, false, "greater than or equal to", "大于等于"},
    {"geq", "≥", NULL, MATH_REL, false, "greater than or equal to", "大于等于"},
    {"ne", "≠", NULL, MATH_REL, false, "not equal to", "不等于"},
    {"neq", "≠", NULL, MATH_REL, false, "not equal to", "不等于"},
    {"approx", "≈", NULL, MATH_REL, false, "about", "约等于"},
    {"equiv", "≡", NULL, MATH_REL, false, "equivalent to", "恒等于"},
    {"sim", "∼", NULL, MATH_REL, false, "similar to", "相似于"},
    {"in", "∈", NULL, MATH_REL, false, "in", "属于"},
    {"notin", "∉", NULL, MATH_REL, false, "not in", "不属于"},
    {"subset", "⊂", NULL, MATH_REL, false, "subset of", "真包含于"},
    {"subseteq", "⊆", NULL, MATH_REL, false, "subset of or equal to", "包含于"},
    {"to", "→", NULL, MATH_REL, false, "to", "趋于"},
    {"rightarrow", "→", NULL, MATH_REL, false, "to", "到"},
    {"mapsto", "↦", NULL, MATH_REL, false, "maps to", "对应"},
    {"gets", "←", NULL, MATH_REL, false, "left arrow", "左箭头"},
    {"leftarrow", "←", NULL, MATH_REL, false, "left arrow", "左箭头"},
    {"uparrow", "↑", NULL, MATH_REL, false, "up arrow", "上箭头"},
    {"downarrow", "↓", NULL, MATH_REL, false, "down arrow", "下箭头"},
    {"nwarrow", "↖", NULL, MATH_REL, false, "diagonal arrow", "左上箭头"},
    {"Rightarrow", "⇒", NULL, MATH_REL, false, "implies", "推出"},
    {"Leftrightarrow", "⇔", NULL, MATH_REL, false, "if and only if", "当且仅当"},
    {"iff", "⇔", NULL, MATH_REL, false, "if and only if", "当且仅当"},
    {"mid", "∣", NULL, MATH_REL, false, "such that", "满足"},
    {"colon", ":", NULL, MATH_PUNCT, false, ":", "："},
    {NULL, ":", ":", MATH_REL, false, "to", "比"},
    /* brackets */
    {NULL, "(", "(", MATH_OPEN_, false, "open bracket", "左括号"},
    {NULL, ")", ")", MATH_CLOSE_, false, "close bracket", "右括号"},
    {"lbrack", "[", "[", MATH_OPEN_, false, "open bracket", "左方括号"},
    {"rbrack", "]", "]", MATH_CLOSE_, false, "close bracket", "右方括号"},
    {"{", "{", NULL, MATH_OPEN_, false, "open brace", "左花括号"},
    {"}", "}", NULL, MATH_CLOSE_, false, "close brace", "右花括号"},
    {"lbrace", "{", NULL, MATH_OPEN_, false, "open brace", "左花括号"},
    {"rbrace", "}", NULL, MATH_CLOSE_, false, "close brace", "右花括号"},
    {"langle", "⟨", NULL, MATH_OPEN_, false, "open bracket", "左尖括号"},
    {"rangle", "⟩", NULL, MATH_CLOSE_, false, "close bracket", "右尖括号"},
    {"lfloor", "⌊", NULL, MATH_OPEN_, false, "floor of", "向下取整"},
    {"rfloor", "⌋", NULL, MATH_CLOSE_, false, "end of floor", "取整结束"},
    {"lceil", "⌈", NULL, MATH_OPEN_, false, "ceiling of", "向上取整"},
    {"rceil", "⌉", NULL, MATH_CLOSE_, false, "end of ceiling", "取整结束"},
    {"lvert", "|", NULL, MATH_OPEN_, false, "bar", "竖线"},
    {"rvert", "|", NULL, MATH_CLOSE_, false, "bar", "竖线"},
    {NULL, "!", "!", MATH_CLOSE_, false, "factorial", "的阶乘"},
    /* punctuation */
    {NULL, ",", ",", MATH_PUNCT, false, ",", "，"},
    {NULL, ";", ";", MATH_PUNCT, false, ";", "；"},
    /* dots */
    {"ldots", "…", NULL, MATH_INNER, false, NULL, NULL},
    {"dotsc", "…", NULL, MATH_INNER, false, NULL, NULL},
    {"dots", "…", NULL, MATH_INNER, false, NULL, NULL},
    {"cdots", "⋯", NULL, MATH_INNER, false, "and so on", "…"},
};

static const operator_name operators[] = {
    {"max", "max", true, false, "the maximum", "最大值"},
    {"min", "min", true, false, "the minimum", "最小值"},
    {"sup", "sup", true, false, "the supremum", "上确界"},
    {"inf", "inf", true, false, "the infimum", "下确界"},
    {"lim", "lim", true, false, "the limit", "极限"},
    {"gcd", "gcd", true, false, "the greatest common divisor", "最大公约数"},
    {"sum", "∑", true, true, "the sum", "和"},
    {"prod", "∏", true, true, "the product", "积"},
    {"bigcup", "⋃", true, true, "the union", "并集"},
    {"bigcap", "⋂", true, true, "the intersection", "交集"},
    {"bigvee", "⋁", true, true, "or over all", "析取"},
    {"bigwedge", "⋀", true, true, "and over all", "合取"},
    {"log", "log", false, false, "log", "对数"},
    {"lg", "lg", false, false, "log", "对数"},
    {"ln", "ln", false, false, "natural log", "自然对数"},
    {"exp", "exp", false, false, "exp", "exp"},
    {"deg", "deg", false, false, "the degree", "度"},
};

static const space_command spaces[] = {
    {",", 1.0 / 6}, {":", 2.0 / 9}, {">", 2.0 / 9}, {";", 5.0 / 18},      {"!", -1.0 / 6},
    {" ", 1.0 / 3}, {"quad", 1},    {"qquad", 2},   {"enspace", 1.0 / 2},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Most rows differ in their first byte already. */
static bool is_named(const char *name, str wanted) {
    return name && wanted.len && name[0] == wanted.ptr[0] && str_is(wanted, name);
}

const sign *sign_by_command(str name) {
    for (size_t k = 0; k < COUNT(signs); k++)
        if (is_named(signs[k].command, name))
            return &signs[k];
    return NULL;
}

const sign *sign_by_text(str text) {
    for (size_t k = 0; k < COUNT(signs); k++)
        if (is_named(signs[k].typed, text) || is_named(signs[k].text, text))
            return &signs[k];
    return NULL;
}

const sign *sign_by_look(str text, math_class class) {
    const sign *found = NULL;
    for (size_t k = 0; k < COUNT(signs); k++) {
        if (!is_named(signs[k].text, text))
            continue;
        if (signs[k].class == class)
            return &signs[k];
        found = found ? found : &signs[k];
    }
    return found;
}

const operator_name *operator_by_command(str name) {
    for (size_t k = 0; k < COUNT(operators); k++)
        if (str_is(name, operators[k].command))
            return &operators[k];
    return NULL;
}

const operator_name *operator_by_text(str text) {
    for (size_t k = 0; k < COUNT(operators); k++)
        if (str_is(text, operators[k].text))
            return &operators[k];
    return NULL;
}

const space_command *space_by_command(str name) {
    for (size_t k = 0; k < COUNT(spaces); k++)
        if (str_is(name, spaces[k].command))
            return &spaces[k];
    return NULL;
}

const char *space_of_width(double width) {
    for (size_t k = 0; k < COUNT(spaces); k++)
        if (width > spaces[k].width - 1e-6 && width < spaces[k].width + 1e-6)
            return spaces[k].command;
    return NULL;
}

/* Unicode has raised and lowered forms of some characters only. */
typedef struct shifted {
    char plain;
    const char *raised, *lowered;
} shifted;

static const shifted shifts[] = {
    {'0', "⁰", "₀"},  {'1', "¹", "₁"}, {'2', "²", "₂"},  {'3', "³", "₃"},  {'4', "⁴", "₄"},  {'5', "⁵", "₅"},
    {'6', "⁶", "₆"},  {'7', "⁷", "₇"}, {'8', "⁸", "₈"},  {'9', "⁹", "₉"},  {'+', "⁺", "₊"},  {'-', "⁻", "₋"},
    {'=', "⁼", "₌"},  {'(', "⁽", "₍"}, {')', "⁾", "₎"},  {'a', "ᵃ", "ₐ"},  {'b', "ᵇ", NULL}, {'c', "ᶜ", NULL},
    {'d', "ᵈ", NULL}, {'e', "ᵉ", "ₑ"}, {'f', "ᶠ", NULL}, {'g', "ᵍ", NULL}, {'h', "ʰ", "ₕ"},  {'i', "ⁱ", "ᵢ"},
    {'j', "ʲ", "ⱼ"},  {'k', "ᵏ", "ₖ"}, {'l', "ˡ", "ₗ"},  {'m', "ᵐ", "ₘ"},  {'n', "ⁿ", "ₙ"},  {'o', "ᵒ", "ₒ"},
    {'p', "ᵖ", "ₚ"},  {'r', "ʳ", "ᵣ"}, {'s', "ˢ", "ₛ"},  {'t', "ᵗ", "ₜ"},  {'u', "ᵘ", "ᵤ"},  {'v', "ᵛ", "ᵥ"},
    {'w', "ʷ", NULL}, {'x', "ˣ", "ₓ"}, {'y', "ʸ", NULL}, {'z', "ᶻ", NULL},
};

static bool is_character(const char *text, uint32_t code_point) {
    size_t at = 0;
    return text && utf8_next(str_of(text), &at) == code_point;
}

char sign_raised(uint32_t code_point) {
    for (size_t k = 0; k < COUNT(shifts); k++)
        if (is_character(shifts[k].raised, code_point))
            return shifts[k].plain;
    return 0;
}

char sign_lowered(uint32_t code_point) {
    for (size_t k = 0; k < COUNT(shifts); k++)
        if (is_character(shifts[k].lowered, code_point))
            return shifts[k].plain;
    return 0;
}

const char *sign_raise(char plain) {
    for (size_t k = 0; k < COUNT(shifts); k++)
        if (shifts[k].plain == plain)
            return shifts[k].raised;
    return NULL;
}

const char *sign_lower(char plain) {
    for (size_t k = 0; k < COUNT(shifts); k++)
        if (shifts[k].plain == plain)
            return shifts[k].lowered;
    return NULL;
}
