// The kernel by itself, for processors on which no Swift runs here: run-on-arm builds it and runs it in an emulator.
// The Swift tests of GAENCore say more; this says that a path computes what the portable one and the specification do.
#include "CGAENKernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 37, SIGHTINGS = 3000, HITS = KEYS * GAEN_INTERVALS_PER_KEY };

static const char *const names[GAEN_PATH_COUNT] = {"portable", "x86-aes-sha", "x86-avx512", "arm-crypto"};
static int failures;

static void check(bool holds, const char *what, int path) {
    if (!holds) {
        printf("FAILED: %s (%s)\n", what, names[path]);
        failures++;
    }
}

/// SplitMix64, from a fixed seed.
static uint64_t next_random(void) {
    static uint64_t state = 7;
    uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

static gaen_bytes16 words_of(const uint8_t bytes[16]) {
    gaen_bytes16 words = {0, 0};
    for (int i = 0; i < 8; i++) {
        words.high = words.high << 8 | bytes[i];
        words.low = words.low << 8 | bytes[i + 8];
    }
    return words;
}

/// The example key of the Exposure Notification test vectors.
static void check_specification(int path) {
    static const uint8_t first[16] = {
        0x8b, 0xe6, 0xcd, 0x37, 0x1c, 0x5c, 0x89, 0x16, 0x04, 0xbf, 0xbe, 0x49, 0xdf, 0x84, 0x50, 0x96,
    };
    static const uint8_t last[16] = {
        0xf4, 0x31, 0xb6, 0x2e, 0xcf, 0x44, 0x31, 0x02, 0xce, 0x4e, 0xd0, 0x40, 0x7d, 0xe5, 0x4b, 0xd4,
    };
    const gaen_key key = {{0x75c734c6dd1a782d, 0xe7a965da5eb93125}, 2642976, 0, 144};
    static uint8_t derived[GAEN_INTERVALS_PER_KEY][16];
    gaen_identifiers((gaen_path)path, &key, 1, derived);
    check(memcmp(derived[0], first, 16) == 0, "the specification's first identifier", path);
    check(memcmp(derived[143], last, 16) == 0, "the specification's last identifier", path);
}

static size_t match_all(
    const gaen_index *index,
    int path,
    const gaen_key *keys,
    gaen_hit hits[HITS],
    size_t capacity
) {
    gaen_position position = {0, 0};
    size_t count = 0;
    while (position.key < KEYS) {
        const size_t room = HITS - count < capacity ? HITS - count : capacity;
        count += gaen_match(index, (gaen_path)path, keys, sizeof *keys, KEYS, &position, hits + count, room);
    }
    return count;
}

/// Random keys, odd periods and starts among them, and sightings of which some are theirs.
static void check_random_batch(int path) {
    static uint8_t expected[HITS][16], derived[HITS][16];
    static gaen_hit reference[HITS], found[HITS];
    gaen_key keys[KEYS];
    gaen_bytes16 sightings[SIGHTINGS];
    for (int i = 0; i < KEYS; i++) {
        keys[i].data.high = next_random();
        keys[i].data.low = next_random();
        keys[i].rolling_start = i % 5 == 0 ? UINT32_MAX - (uint32_t)(next_random() % 200) : (uint32_t)next_random();
        keys[i].rolling_period = (int64_t)(next_random() % 150) - 2;
    }
    gaen_identifiers(GAEN_PATH_PORTABLE, keys, KEYS, expected);
    gaen_identifiers((gaen_path)path, keys, KEYS, derived);
    check(memcmp(expected, derived, sizeof expected) == 0, "the identifiers of the portable path", path);
    for (int i = 0; i < SIGHTINGS; i++) {
        sightings[i] = words_of(expected[next_random() % HITS]);
        sightings[i].low ^= next_random() % 4 == 0 ? 0 : next_random();
    }
    // What a path asks of the filters before its first identifier may be about zeros.
    sightings[0] = (gaen_bytes16){0, 0};
    gaen_index *index = gaen_index_create(sightings, sizeof *sightings, SIGHTINGS);
    const size_t count = match_all(index, GAEN_PATH_PORTABLE, keys, reference, HITS);
    check(count > 100, "enough hits to mean something", path);
    for (size_t capacity = 1; capacity < 2000; capacity = capacity * 5 + 2) {
        const bool is_same = match_all(index, path, keys, found, capacity) == count
            && memcmp(found, reference, count * sizeof *found) == 0;
        check(is_same, "the hits of the portable path", path);
    }
    gaen_index_destroy(index);
}

/// HMAC of keys and messages of all lengths.
static void check_codes(int path) {
    uint8_t message[GAEN_MAX_MESSAGE];
    gaen_bytes32 expected[KEYS], codes[KEYS];
    for (size_t length = 0; length <= sizeof message; length++) {
        for (size_t i = 0; i < length; i++) {
            message[i] = (uint8_t)next_random();
        }
        for (int i = 0; i < 4 * KEYS; i++) {
            expected[i / 4].words[i % 4] = next_random();
        }
        memcpy(codes, expected, sizeof codes);
        gaen_authenticate(GAEN_PATH_PORTABLE, message, length, expected, KEYS);
        gaen_authenticate((gaen_path)path, message, length, codes, KEYS);
        check(memcmp(expected, codes, sizeof codes) == 0, "the codes of the portable path", path);
    }
}

/// Keys without identifiers, and a filter that holds what empty memory says.
static void check_no_identifiers(int path) {
    static gaen_hit found[HITS];
    gaen_key keys[KEYS];
    for (int i = 0; i < KEYS; i++) {
        keys[i] = (gaen_key){{next_random(), next_random()}, 0, 0, i % 2 == 0 ? 0 : GAEN_INTERVALS_PER_KEY + 1};
    }
    const gaen_bytes16 zeros = {0, 0};
    gaen_index *index = gaen_index_create(&zeros, sizeof zeros, 1);
    check(match_all(index, path, keys, found, HITS) == 0, "no hits of keys without identifiers", path);
    gaen_index_destroy(index);
}

int main(void) {
    for (int path = 0; path < GAEN_PATH_COUNT; path++) {
        if (!gaen_path_is_supported((gaen_path)path)) {
            printf("%s: NOT TESTED, this processor cannot take it\n", names[path]);
            continue;
        }
        check_specification(path);
        check_no_identifiers(path);
        check_codes(path);
        for (int round = 0; round < 5; round++) {
            check_random_batch(path);
        }
        printf("%s: tested\n", names[path]);
    }
    return failures == 0 ? 0 : 1;
}
