#ifndef AVVISO_CALLOCATOR_SHIM_H
#define AVVISO_CALLOCATOR_SHIM_H

#include <stdlib.h>

/* mallopt(3) is the GNU C library's; other libraries have nothing to set. */
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#endif
