// Finds which identifiers of a phone's sightings come from published keys. docs/matching.md tells how. The hashes that it
// is made of also make codes under many keys at once.
#ifndef AVVISO_CGAENKERNEL_H
#define AVVISO_CGAENKERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Sixteen bytes as two big-endian numbers, each in the machine's own byte order.
typedef struct {
    uint64_t high;
    uint64_t low;
} gaen_bytes16;

/// Thirty-two bytes as big-endian numbers, each in the machine's own byte order.
typedef struct {
    uint64_t words[4];
} gaen_bytes32;

/// A key as published: how every record that is matched must begin, at whatever address.
typedef struct {
    gaen_bytes16 data;
    /// The first interval in which the key was used.
    uint32_t rolling_start;
    uint32_t padding;
    /// In intervals. A key whose period is outside 1…144 has no identifiers.
    int64_t rolling_period;
} gaen_key;

/// One identifier of one key that is among the sightings.
typedef struct {
    /// Which key, counted from the first of the call.
    uint32_t key;
    /// Which of the key's intervals, counted from its first.
    uint32_t interval;
    /// Where the index has the identifier (`gaen_index_number`); the first place where several are equal.
    uint32_t entry;
} gaen_hit;

/// The first identifier that was not tried yet: zero at the start, moved on by every call.
typedef struct {
    size_t key;
    uint32_t interval;
} gaen_position;

/// The ways to compute, slowest first. All give the same hits.
typedef enum {
    GAEN_PATH_PORTABLE = 0,
    /// x86-64 with AES-NI and SHA-NI.
    GAEN_PATH_X86_AES_SHA = 1,
    /// x86-64 with AVX-512 and VAES.
    GAEN_PATH_X86_AVX512 = 2,
    /// ARMv8 with its cryptographic extension.
    GAEN_PATH_ARM_CRYPTO = 3,
} gaen_path;

enum {
    GAEN_PATH_COUNT = 4,
    /// The most intervals that a key covers.
    GAEN_INTERVALS_PER_KEY = 144,
    /// Bytes of the longest message that fits into one block of SHA-256 with its padding.
    GAEN_MAX_MESSAGE = 55,
};

/// The identifiers of a phone's sightings, made for fast and for exact look-up. Never changes: threads may share it.
typedef struct gaen_index gaen_index;

/// Copies `count` identifiers (`gaen_bytes16`), each `stride` bytes behind the other, at whatever address.
///
/// `identifiers` may be NULL where there are none. Returns NULL where memory is short or `count` does not fit into 31 bits.
gaen_index *gaen_index_create(const void *identifiers, size_t stride, size_t count);

void gaen_index_destroy(gaen_index *index);

/// What `gaen_index_next` returns behind the last entry.
static const uint32_t GAEN_NO_ENTRY = UINT32_MAX;

/// Which identifier `entry` is, as counted when the index was made.
uint32_t gaen_index_number(const gaen_index *index, uint32_t entry);

/// The next entry with the identifier of `entry`. Equal identifiers follow each other in the order in which they were given.
uint32_t gaen_index_next(const gaen_index *index, uint32_t entry);

/// What the index occupies, in bytes.
size_t gaen_index_size(const gaen_index *index);

/// Whether this processor can take the path.
bool gaen_path_is_supported(gaen_path path);

/// The fastest path that this processor can take.
gaen_path gaen_path_best(void);

/// Looks up every identifier of `count` keys, fewer than 2^32, from `position` on. Each record begins with a `gaen_key`,
/// `stride` bytes behind the one before. A path that is not supported is taken for the portable one.
///
/// Writes hits in the order of keys and intervals, at most `capacity` (at least one), and returns how many. Where the
/// buffer was full, `position` says where to go on; when all is done, its key is `count`.
size_t gaen_match(
    const gaen_index *index,
    gaen_path path,
    const void *keys,
    size_t stride,
    size_t count,
    gaen_position *position,
    gaen_hit *hits,
    size_t capacity
);

/// HMAC-SHA-256 (RFC 2104) of one message of at most GAEN_MAX_MESSAGE bytes under each of `count` keys: every key is
/// replaced by its code. A path that is not supported is taken for the portable one.
void gaen_authenticate(gaen_path path, const uint8_t *message, size_t length, gaen_bytes32 *keys, size_t count);

/// For tests of a path: writes the identifiers of `count` keys, 144 each whatever the key's period.
void gaen_identifiers(gaen_path path, const gaen_key *keys, size_t count, uint8_t (*identifiers)[16]);

#endif
