/* What a run keeps. Arrays that grow are members of the run; texts that stay lie in blocks:
 *
 *   blocks ─▶ [label k=1\0 label k=2\0 12\0 …] ─▶ [older block] ─▶ NULL
 *   labels    hashed by label and argument: k=3 is made once
 */
#include "run.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text_block {
    struct text_block *older;
    size_t used, room;
    char text[];
} text_block;

enum { BLOCK = 1 << 16, LONG_DIGITS = 24 };

bool dp_fail(dp_run *r, const char *format, ...) {
    if (r->failed)
        return false;
    r->failed = true;
    va_list list;
    va_start(list, format);
    vsnprintf(r->error, sizeof r->error, format, list);
    va_end(list);
    return false;
}

/* Counts bytes against the limit before they are taken. */
static bool may_take(dp_run *r, size_t count, size_t size) {
    size_t most = r->d->most_bytes ? r->d->most_bytes : (size_t)1 << 30, bytes;
    if (r->failed)
        return false;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > most || r->bytes > most - bytes)
        return dp_fail(r, "expected work of at most %zu MB, got more: make the instance smaller", most >> 20);
    r->bytes += bytes;
    return true;
}

static bool refused(dp_run *r) {
    r->refused = !r->failed || r->refused;
    return dp_fail(r, "there is no memory left");
}

void *dp_resize(const dp *d, void *old, size_t size) {
    return d->resize ? d->resize(d->memory, old, size) : realloc(old, size);
}

void dp_drop(const dp *d, void *taken) {
    if (taken && d->resize)
        d->resize(d->memory, taken, 0);
    else
        free(taken);
}

void *dp_take(dp_run *r, size_t count, size_t size) {
    if (!may_take(r, count, size))
        return NULL;
    size_t wanted = count && size ? count * size : 1;
    void *bytes = r->d->resize ? dp_resize(r->d, NULL, wanted) : calloc(wanted, 1);
    if (!bytes)
        refused(r);
    else if (r->d->resize)
        memset(bytes, 0, wanted);
    return bytes;
}

bool dp_room(dp_run *r, void **items, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity)
        return !r->failed;
    size_t wanted = *capacity ? 2 * *capacity : 16;
    wanted = wanted < needed ? needed : wanted;
    if (!may_take(r, wanted - *capacity, size))
        return false;
    void *more = dp_resize(r->d, *items, wanted * size);
    if (!more)
        return refused(r);
    *items = more;
    *capacity = wanted;
    return true;
}

/* ---- texts ---- */

const char *dp_keep(dp_run *r, const char *text, size_t length) {
    text_block *b = r->blocks;
    if (!b || b->room - b->used <= length) {
        size_t room = length + 1 > BLOCK ? length + 1 : BLOCK;
        b = dp_take(r, 1, sizeof *b + room);
        if (!b)
            return "";
        b->older = r->blocks;
        b->room = room;
        r->blocks = b;
    }
    char *copy = memcpy(b->text + b->used, text, length);
    copy[length] = 0;
    b->used += length + 1;
    return copy;
}

void dp_kept_free(dp_run *r) {
    for (text_block *b = r->blocks, *older; b; b = older) {
        older = b->older;
        dp_drop(r->d, b);
    }
}

void dp_print(dp_run *r, const char *text, size_t length) {
    if (!dp_room(r, (void **)&r->text, &r->text_capacity, r->text_length + length + 1, 1))
        return;
    memcpy(r->text + r->text_length, text, length);
    r->text_length += length;
    r->text[r->text_length] = 0;
}

void dp_print_operand(dp_run *r, operand x) {
    static const char *const names[] = {
        [DP_NONE] = "?", [DP_INFINITY] = "inf", [DP_MINUS_INFINITY] = "-inf", [DP_FALSE] = "false", [DP_TRUE] = "true"};
    if (x.state != DP_VALUE) {
        dp_print(r, names[x.state], strlen(names[x.state]));
        return;
    }
    size_t room = LONG_DIGITS;
    for (;;) {
        if (!dp_room(r, (void **)&r->text, &r->text_capacity, r->text_length + room, 1))
            return;
        size_t length = r->d->values->print(x.value, r->text + r->text_length, room);
        if (length < room) {
            r->text_length += length;
            return;
        }
        room = length + 1;
    }
}

void dp_print_place(dp_run *r, dp_place p) {
    const dp_function *f = &r->d->functions[p.function];
    char digits[LONG_DIGITS];
    dp_print(r, f->name, strlen(f->name));
    for (int k = 0; k < f->arity; k++) {
        snprintf(digits, sizeof digits, "%c%ld", k ? ',' : '[', p.at[k]);
        dp_print(r, digits, strlen(digits));
    }
    if (f->arity)
        dp_print(r, "]", 1);
}

const char *dp_place_text(dp_run *r, dp_place p) {
    r->text_length = 0;
    dp_print_place(r, p);
    return r->text ? dp_keep(r, r->text, r->text_length) : "";
}

static size_t hash_of(const char *text) {
    size_t hash = 14695981039346656037u; /* FNV-1a */
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

static bool grow_labels(dp_run *r) {
    size_t capacity = r->label_capacity ? 2 * r->label_capacity : 64;
    const char **labels = dp_take(r, capacity, sizeof *labels);
    if (!labels)
        return false;
    for (size_t k = 0; k < r->label_capacity; k++)
        if (r->labels[k]) {
            size_t slot = hash_of(r->labels[k]) & (capacity - 1);
            while (labels[slot])
                slot = (slot + 1) & (capacity - 1);
            labels[slot] = r->labels[k];
        }
    dp_drop(r->d, (void *)r->labels);
    r->labels = labels;
    r->label_capacity = capacity;
    return true;
}

const char *dp_intern(dp_run *r, const char *text) {
    if (2 * (r->label_count + 1) > r->label_capacity && !grow_labels(r))
        return "";
    size_t slot = hash_of(text) & (r->label_capacity - 1);
    for (; r->labels[slot]; slot = (slot + 1) & (r->label_capacity - 1))
        if (strcmp(r->labels[slot], text) == 0)
            return r->labels[slot];
    r->label_count++;
    return r->labels[slot] = dp_keep(r, text, strlen(text));
}

const char *dp_label(dp_run *r, const candidate *c) {
    char digits[LONG_DIGITS];
    if (!c->has_argument)
        return c->label;
    r->text_length = 0;
    dp_print(r, c->label, strlen(c->label));
    snprintf(digits, sizeof digits, "=%ld", c->argument);
    dp_print(r, digits, strlen(digits));
    return r->failed ? "" : dp_intern(r, r->text);
}

/* ---- begin and end ---- */
