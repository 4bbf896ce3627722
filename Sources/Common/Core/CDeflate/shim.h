#ifndef AVVISO_CDEFLATE_SHIM_H
#define AVVISO_CDEFLATE_SHIM_H

#include <libdeflate.h>

#endif
