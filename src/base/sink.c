#include "sink.h"

static bool add(void *user, str bytes) {
    strbuf_add(user, bytes);
    return true;
}

sink sink_into(strbuf *b) {
    return (sink){add, b};
}
