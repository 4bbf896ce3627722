#ifndef AVVISO_CZLIB_SHIM_H
#define AVVISO_CZLIB_SHIM_H

#include <zlib.h>

// Swift cannot import function-like macros: these two are zlib's own initialisers under names it can see.
static inline int avviso_deflate_init(z_streamp stream, int level, int windowBits, int memoryLevel) {
    return deflateInit2(stream, level, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY);
}

static inline int avviso_inflate_init(z_streamp stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}

#endif
