// What the parts of the kernel share.
#ifndef GAEN_KERNEL_H
#define GAEN_KERNEL_H

#include "CGAENKernel.h"

enum {
    /// Keys that are worked on together: one a lane of a 512-bit register of 32-bit words.
    BATCH_KEYS = 16,
    ROUND_KEYS = 11,
    BATCH_IDENTIFIERS = BATCH_KEYS * GAEN_INTERVALS_PER_KEY,
};

/// Sixteen keys on their way.
typedef struct {
    /// The key data as big-endian words: word by word, key by key.
    _Alignas(64) uint32_t words[4][BATCH_KEYS];
    /// The AES-128 key schedules of the RPIKs: round by round, key by key.
    _Alignas(64) uint8_t round_keys[ROUND_KEYS][BATCH_KEYS][16];
    _Alignas(64) uint32_t start[BATCH_KEYS];
    /// How many intervals to try; zero in places that no key takes.
    uint32_t intervals[BATCH_KEYS];
} gaen_batch;

/// A set of 32-bit numbers that may hold more than was put in.
typedef struct {
    uint32_t *words;
    /// The number of 32-bit words is 2^(32 - shift).
    unsigned shift;
} gaen_filter;

static inline bool gaen_filter_holds(const gaen_filter *filter, uint32_t value) {
    return filter->words[value >> filter->shift] >> (value & 31) & 1;
}

/// An identifier as four little-endian words.
typedef struct {
    _Alignas(16) uint32_t words[4];
} gaen_identifier;

/// One of a batch's identifiers, as a number: interval × 16 + place of the key.
typedef uint32_t gaen_place;

/// What a path can do. The vector registers' upper halves are clean after each call.
typedef struct {
    /// HKDF to the RPIK and the AES key schedule, for all keys of the batch.
    void (*derive)(gaen_batch *batch);
    /// The identifiers whose first word is in `filter`, a few beyond a key's intervals among them. `places` has room
    /// for BATCH_IDENTIFIERS + BATCH_KEYS.
    size_t (*sweep)(const gaen_batch *batch, const gaen_filter *filter, gaen_place *places);
    /// Computes `count` identifiers.
    void (*encrypt)(const gaen_batch *batch, const gaen_place *places, size_t count, gaen_identifier *identifiers);
} gaen_engine;

extern const gaen_engine gaen_portable_engine;
extern const gaen_engine gaen_x86_aes_sha_engine;
extern const gaen_engine gaen_x86_avx512_engine;
extern const gaen_engine gaen_arm_crypto_engine;

/// The portable one for a path that this processor cannot take.
const gaen_engine *gaen_engine_for(gaen_path path);

/// The first two words filter, the last two find the place.
const gaen_filter *gaen_index_first_filter(const gaen_index *index);
const gaen_filter *gaen_index_second_filter(const gaen_index *index);

/// The number of the first identifier that is equal, or UINT32_MAX.
uint32_t gaen_index_find(const gaen_index *index, const gaen_identifier *identifier);

/// The longest interval count among `count` keys from `first` on.
static inline uint32_t gaen_longest(const gaen_batch *batch, size_t first, size_t count) {
    uint32_t longest = 0;
    for (size_t key = first; key < first + count; key++) {
        longest = batch->intervals[key] > longest ? batch->intervals[key] : longest;
    }
    return longest;
}

#endif
