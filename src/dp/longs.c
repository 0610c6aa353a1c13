/* Values of type long, as memory holds them. */
#include "dp.h"

#include <limits.h>

static int set_long(void *result, const void *from) {
    *(long *)result = *(const long *)from;
    return 1;
}

static int read_long(void *result, const char *digits, size_t count) {
    long value = 0;
    for (size_t k = 0; k < count; k++)
        if (digits[k] < '0' || digits[k] > '9' || __builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, digits[k] - '0', &value))
            return 0;
    *(long *)result = value;
    return count > 0;
}

static int add_longs(void *result, const void *x, const void *y) {
    return !__builtin_add_overflow(*(const long *)x, *(const long *)y, (long *)result);
}

static int subtract_longs(void *result, const void *x, const void *y) {
    return !__builtin_sub_overflow(*(const long *)x, *(const long *)y, (long *)result);
}

static int multiply_longs(void *result, const void *x, const void *y) {
    return !__builtin_mul_overflow(*(const long *)x, *(const long *)y, (long *)result);
}

static int compare_longs(const void *x, const void *y) {
    long a = *(const long *)x, b = *(const long *)y;
    return (a > b) - (a < b);
}

static size_t print_long(const void *value, char *text, size_t room) {
    return (size_t)snprintf(text, room, "%ld", *(const long *)value);
}

const dp_values dp_longs = {
    .size = sizeof(long),
    .set = set_long,
    .read = read_long,
    .add = add_longs,
    .subtract = subtract_longs,
    .multiply = multiply_longs,
    .compare = compare_longs,
    .print = print_long,
};
