#ifndef AVVISO_CZLIB_SHIM_H
#define AVVISO_CZLIB_SHIM_H

#include <zlib.h>

// Swift cannot import function-like macros: this is zlib's own initialiser under a name it can see.
static inline int avviso_inflate_init(z_streamp stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}

#endif
