#include <stdio.h>

int main(void) {
    fputs("handtrace: nothing to do yet\n", stderr);
    return 2;
}
