// Bare loops of what matching consists of: how fast this processor can do each part if it does nothing else.
#ifndef AVVISO_CMACHINELIMITS_H
#define AVVISO_CMACHINELIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    MACHINE_PART_SHA256_COMPRESSIONS,
    MACHINE_PART_AES_KEY_SCHEDULES,
    MACHINE_PART_AES_BLOCKS,
    MACHINE_PART_PROBES,
} machine_part;

/// 2^(32 - shift) random words to probe.
typedef struct {
    const uint32_t *words;
    unsigned shift;
} machine_filter;

/// Does at least `count` of a part, with 512-bit registers or with 128-bit ones, and returns how many, zero on
/// another processor than x86-64. `sink` gets something of the result, so that the work cannot be left out.
size_t machine_run(machine_part part, bool is_wide, size_t count, machine_filter filter, uint32_t *sink);

#endif
