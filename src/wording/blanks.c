#include "blanks.h"

#include "utf8.h"

static bool is_wide_mark(uint32_t c) {
    return (c >= 0x3000 && c <= 0x303F && !utf8_is_han(c)) || (c >= 0xFF00 && c <= 0xFF60);
}

bool blank_is_kept(uint32_t before, uint32_t after) {
    return !is_wide_mark(before) && !is_wide_mark(after) && !(utf8_is_han(before) && utf8_is_han(after));
}
