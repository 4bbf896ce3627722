// HMAC-SHA-256 of one short message under many keys, sixteen at a time.
#include "kernel.h"

#include <string.h>

/// The only block of a message under a key: the message, the padding, and the length with the key's block in bits.
static void schedule_message(const uint8_t *message, size_t length, uint32_t schedule[64]) {
    uint8_t block[64] = {0};
    uint32_t words[16];
    memcpy(block, message, length);
    block[length] = 0x80;
    for (int i = 0; i < 16; i++) {
        words[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8
            | block[4 * i + 3];
    }
    words[15] = (uint32_t)(64 + length) * 8;
    gaen_expand(words, schedule);
}

static void load(gaen_lanes *lanes, const gaen_bytes32 *keys, size_t count) {
    memset(lanes, 0, sizeof *lanes);
    for (size_t place = 0; place < count; place++) {
        for (int i = 0; i < 4; i++) {
            lanes->words[2 * i][place] = (uint32_t)(keys[place].words[i] >> 32);
            lanes->words[2 * i + 1][place] = (uint32_t)keys[place].words[i];
        }
    }
}

static void store(const gaen_lanes *lanes, gaen_bytes32 *keys, size_t count) {
    for (size_t place = 0; place < count; place++) {
        for (int i = 0; i < 4; i++) {
            keys[place].words[i] = (uint64_t)lanes->words[2 * i][place] << 32 | lanes->words[2 * i + 1][place];
        }
    }
}

void gaen_authenticate(gaen_path path, const uint8_t *message, size_t length, gaen_bytes32 *keys, size_t count) {
    const gaen_engine *engine = gaen_engine_for(path);
    uint32_t schedule[64];
    gaen_lanes lanes;
    schedule_message(message, length, schedule);
    for (size_t first = 0; first < count; first += BATCH_KEYS) {
        const size_t taken = count - first < BATCH_KEYS ? count - first : BATCH_KEYS;
        load(&lanes, keys + first, taken);
        engine->authenticate(schedule, &lanes, taken);
        store(&lanes, keys + first, taken);
    }
}
