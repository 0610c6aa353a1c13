/* A text among words that are read as Markdown: "a*b" ─▶ "a\\*b". */
#include "session.h"

#include <string.h>

void add_plain(strbuf *b, str text) {
    for (size_t k = 0; k < text.len; k++) {
        if (strchr("\\`*_{}[]<>#|$&~!", text.ptr[k]))
            strbuf_add_byte(b, '\\');
        strbuf_add_byte(b, text.ptr[k]);
    }
}

/* plain(text): for words that a file puts together itself. */
int plain_words(lua_State *L) {
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    strbuf b = strbuf_in(session_of(L)->a);
    add_plain(&b, (str){text, length});
    lua_pushlstring(L, b.ptr ? b.ptr : "", b.len);
    return 1;
}
