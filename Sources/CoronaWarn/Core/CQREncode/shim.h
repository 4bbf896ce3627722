#ifndef AVVISO_CQRENCODE_SHIM_H
#define AVVISO_CQRENCODE_SHIM_H

#include <qrencode.h>

#endif
