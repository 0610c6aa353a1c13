#include "kit/verdict.h"

datum *verdict_object(const verdict *v, arena *a) {
    datum *object = datum_map(a);
    datum_put(a, object, "problem", datum_text(a, str_of(v->problem)));
    datum_put(a, object, "answer", datum_text(a, v->answer));
    datum_put(a, object, "right", datum_bool(a, v->right));
    datum_put(a, object, "value", v->value.len ? datum_text(a, v->value) : datum_null(a));
    datum_put(a, object, "why", datum_text(a, v->why));
    datum_put(a, object, "key", datum_text(a, str_of(v->key)));
    datum_put(a, object, "args", v->args);
    return object;
}
