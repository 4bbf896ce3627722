#ifndef AVVISO_CZLIB_SHIM_H
#define AVVISO_CZLIB_SHIM_H

#include <zlib.h>

// Swift cannot import function-like macros: these are zlib's own initialisers under names it can see.
static inline int avviso_inflate_init(z_streamp stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}

static inline int avviso_deflate_init(z_streamp stream, int level, int windowBits) {
    return deflateInit2(stream, level, Z_DEFLATED, windowBits, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY);
}

#endif
