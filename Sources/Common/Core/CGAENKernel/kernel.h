// What the parts of the kernel share.
#ifndef GAEN_KERNEL_H
#define GAEN_KERNEL_H

#include "CGAENKernel.h"

enum {
    /// Keys that are worked on together: one a lane of a 512-bit register of 32-bit words.
    BATCH_KEYS = 16,
    ROUND_KEYS = 11,
    BATCH_IDENTIFIERS = BATCH_KEYS * GAEN_INTERVALS_PER_KEY,
    /// Keys whose identifiers lie side by side: those of a 512-bit register.
    QUAD = 4,
    QUAD_IDENTIFIERS = QUAD * GAEN_INTERVALS_PER_KEY,
    /// The most numbers that a path appends in one write.
    MAX_APPENDED = 16,
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

/// Sixteen keys of an HMAC, or its codes, as big-endian words: word by word, key by key.
typedef struct {
    _Alignas(64) uint32_t words[8][BATCH_KEYS];
} gaen_lanes;

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

/// The identifiers of a batch, and which of them the first filter lets through.
typedef struct {
    /// A few behind a key's last interval among them, and none behind those.
    _Alignas(64) gaen_identifier identifiers[BATCH_IDENTIFIERS];
    /// Places in `identifiers`.
    uint32_t passed[BATCH_IDENTIFIERS + MAX_APPENDED];
    size_t passed_count;
} gaen_sweep;

/// Where the identifiers of a batch are: four keys after four keys, of those interval by interval, key by key.
static inline uint32_t gaen_place(size_t key, size_t interval) {
    return (uint32_t)(key / QUAD * QUAD_IDENTIFIERS + interval * QUAD + key % QUAD);
}

/// What a path can do. The vector registers' upper halves are clean after each call.
typedef struct {
    /// HKDF to the RPIK and the AES key schedule, for all keys of the batch.
    void (*derive)(gaen_batch *batch);
    /// Fills `sweep` with the identifiers, and with the places of those whose first word is in `filter`.
    void (*sweep)(const gaen_batch *batch, const gaen_filter *filter, gaen_sweep *sweep);
    /// HMAC-SHA-256: replaces the first `count` keys by their codes of the message, whose only block `schedule` is. What
    /// becomes of the others is not said.
    void (*authenticate)(const uint32_t schedule[64], gaen_lanes *keys, size_t count);
} gaen_engine;

extern const gaen_engine gaen_portable_engine;
extern const gaen_engine gaen_x86_aes_sha_engine;
extern const gaen_engine gaen_x86_avx512_engine;
extern const gaen_engine gaen_arm_crypto_engine;

/// The message schedule of SHA-256 (FIPS 180-4, 6.2.2) with the round constants added.
void gaen_expand(const uint32_t message[16], uint32_t schedule[64]);

/// The portable one for a path that this processor cannot take.
const gaen_engine *gaen_engine_for(gaen_path path);

/// The first two words of an identifier are for the filters, the third for its bucket.
struct gaen_index {
    gaen_filter first;
    gaen_filter second;
    /// Bucket b holds the entries from bounds[b] to before bounds[b + 1].
    uint32_t *bounds;
    unsigned bucket_shift;
    gaen_identifier *entries;
    /// The caller's number of each entry.
    uint32_t *numbers;
    size_t count;
    size_t size;
};

static inline uint32_t gaen_bucket(const gaen_index *index, const gaen_identifier *identifier) {
    return identifier->words[2] >> index->bucket_shift;
}

/// The first entry with an equal identifier, or GAEN_NO_ENTRY.
uint32_t gaen_index_find(const gaen_index *index, const gaen_identifier *identifier);

#endif
