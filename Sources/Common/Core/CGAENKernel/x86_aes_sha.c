// AES-NI and SHA-NI: two keys' hashes side by side, eight blocks of one key's cipher.
#if defined(__x86_64__)

#include "constants.h"
#include "kernel.h"

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("aes,sha,sse4.1,ssse3"))), apply_to = function)

#define INLINE static inline __attribute__((always_inline))

// MARK: - SHA-256 of two messages

enum { STREAMS = 2 };

typedef __m128i vector;

/// The working variables in the order that the instructions want: from the top A, B, E, F and C, D, G, H.
typedef struct {
    vector abef, cdgh;
} sha_state;

/// Words as they stand in a digest or message: the first in the lowest place.
typedef struct {
    vector first, second;
} sha_words;

INLINE sha_state state_of(sha_words words) {
    const vector abcd = _mm_shuffle_epi32(words.first, 0x1b), efgh = _mm_shuffle_epi32(words.second, 0x1b);
    const sha_state state = {_mm_unpackhi_epi64(efgh, abcd), _mm_unpacklo_epi64(efgh, abcd)};
    return state;
}

INLINE sha_words words_of(sha_state state) {
    const vector badc = _mm_unpackhi_epi64(state.abef, state.cdgh), fehg = _mm_unpacklo_epi64(state.abef, state.cdgh);
    const sha_words words = {_mm_shuffle_epi32(badc, 0xb1), _mm_shuffle_epi32(fehg, 0xb1)};
    return words;
}

INLINE vector load_vector(const uint32_t *words) { return _mm_loadu_si128((const __m128i *)words); }
INLINE void store_vector(uint32_t *words, vector value) { _mm_storeu_si128((__m128i *)words, value); }
INLINE vector filled(uint32_t word) { return _mm_set1_epi32((int)word); }
INLINE vector added(vector left, vector right) { return _mm_add_epi32(left, right); }
INLINE vector xored(vector left, vector right) { return _mm_xor_si128(left, right); }

/// A vector whose words are all zero but one.
INLINE vector lone_word(uint32_t value, int place) {
    uint32_t words[4] = {0};
    words[place] = value;
    return load_vector(words);
}

INLINE void run_four_rounds(sha_state *state, vector input) {
    state->cdgh = _mm_sha256rnds2_epu32(state->cdgh, state->abef, input);
    state->abef = _mm_sha256rnds2_epu32(state->abef, state->cdgh, _mm_shuffle_epi32(input, 0x0e));
}

INLINE vector next_words(const vector w[4], int i) {
    const vector oldest = _mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]);
    const vector middle = _mm_alignr_epi8(w[(i + 3) & 3], w[(i + 2) & 3], 4);
    return _mm_sha256msg2_epu32(_mm_add_epi32(oldest, middle), w[(i + 3) & 3]);
}

INLINE void add_state(sha_state *state, sha_state before) {
    state->abef = _mm_add_epi32(state->abef, before.abef);
    state->cdgh = _mm_add_epi32(state->cdgh, before.cdgh);
}

#include "hkdf_streams.h"

// MARK: - AES-128 key schedules of four keys

/// Turns four words of four keys into four round keys.
INLINE void store_round_keys(gaen_batch *batch, int round, size_t place, const __m128i w[4]) {
    const __m128i low01 = _mm_unpacklo_epi32(w[0], w[1]), high01 = _mm_unpackhi_epi32(w[0], w[1]);
    const __m128i low23 = _mm_unpacklo_epi32(w[2], w[3]), high23 = _mm_unpackhi_epi32(w[2], w[3]);
    __m128i *target = (__m128i *)batch->round_keys[round][place];
    _mm_store_si128(target, _mm_unpacklo_epi64(low01, low23));
    _mm_store_si128(target + 1, _mm_unpackhi_epi64(low01, low23));
    _mm_store_si128(target + 2, _mm_unpacklo_epi64(high01, high23));
    _mm_store_si128(target + 3, _mm_unpackhi_epi64(high01, high23));
}

static void expand_keys(gaen_batch *batch, size_t place, const __m128i rpik[QUAD]) {
    const __m128i swap = _mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3);
    // Moves the bytes so that ShiftRows of the last AES round brings every word to where it was, rotated by one.
    const __m128i rotate = _mm_set_epi8(0, 7, 10, 13, 12, 3, 6, 9, 8, 15, 2, 5, 4, 11, 14, 1);
    const __m128i low01 = _mm_unpacklo_epi32(rpik[0], rpik[1]), high01 = _mm_unpackhi_epi32(rpik[0], rpik[1]);
    const __m128i low23 = _mm_unpacklo_epi32(rpik[2], rpik[3]), high23 = _mm_unpackhi_epi32(rpik[2], rpik[3]);
    __m128i w[4] = {
        _mm_shuffle_epi8(_mm_unpacklo_epi64(low01, low23), swap),
        _mm_shuffle_epi8(_mm_unpackhi_epi64(low01, low23), swap),
        _mm_shuffle_epi8(_mm_unpacklo_epi64(high01, high23), swap),
        _mm_shuffle_epi8(_mm_unpackhi_epi64(high01, high23), swap),
    };
    store_round_keys(batch, 0, place, w);
    int constant = 1;
    for (int round = 1; round < ROUND_KEYS; round++) {
        const __m128i moved = _mm_shuffle_epi8(w[3], rotate);
        w[0] = _mm_xor_si128(w[0], _mm_aesenclast_si128(moved, _mm_set1_epi32(constant)));
        w[1] = _mm_xor_si128(w[1], w[0]);
        w[2] = _mm_xor_si128(w[2], w[1]);
        w[3] = _mm_xor_si128(w[3], w[2]);
        store_round_keys(batch, round, place, w);
        constant = constant << 1 ^ (constant >> 7) * 0x11b;
    }
}

static void derive(gaen_batch *batch) {
    for (size_t place = 0; place < BATCH_KEYS; place += QUAD) {
        __m128i rpik[QUAD];
        derive_rpiks(batch, place, rpik);
        derive_rpiks(batch, place + STREAMS, rpik + STREAMS);
        expand_keys(batch, place, rpik);
    }
}

// MARK: - The sweep

enum { STATES = 8 };

/// What is asked of the filter for a group: eight neighbouring intervals of one key.
typedef struct {
    /// The first words of the identifiers, and which of the filter's words each falls into.
    _Alignas(16) uint32_t values[STATES];
    _Alignas(16) uint32_t indices[STATES];
    /// Where the group's identifiers begin, or NO_GROUP.
    uint32_t place;
} gaen_probes;

static const uint32_t NO_GROUP = UINT32_MAX;

INLINE __m128i round_key(const gaen_batch *batch, int round, size_t key) {
    return _mm_load_si128((const __m128i *)batch->round_keys[round][key]);
}

INLINE void prepare_probes(
    gaen_probes *probes,
    uint32_t place,
    const __m128i states[STATES],
    const gaen_filter *filter
) {
    const __m128i shift = _mm_cvtsi32_si128((int)filter->shift);
    probes->place = place;
    for (int i = 0; i < STATES; i += 4) {
        const __m128i low = _mm_unpacklo_epi32(states[i], states[i + 1]);
        const __m128i high = _mm_unpacklo_epi32(states[i + 2], states[i + 3]);
        const __m128i values = _mm_unpacklo_epi64(low, high);
        _mm_store_si128((__m128i *)&probes->values[i], values);
        _mm_store_si128((__m128i *)&probes->indices[i], _mm_srl_epi32(values, shift));
    }
}

/// Appends the place of one identifier if the filter's word has the bit of its value, and returns the new end.
INLINE uint32_t *append_passed(uint32_t *end, const gaen_probes *probes, uint32_t i, const gaen_filter *filter) {
    const volatile uint32_t *indices = probes->indices;
    const uint32_t word = filter->words[indices[i]];
    *end = probes->place + i * QUAD;
    return end + (word >> (probes->values[i] & 31) & 1);
}

/// Encrypts a group, whose last intervals may lie behind the key's end. Meanwhile, asks the filter for the group before.
///
/// The cipher waits for two vector units, the questions wait for loads. A processor sees only some hundred instructions
/// ahead, so one question follows every round. `volatile` and the empty instructions keep the compiler from changing
/// the order.
INLINE uint32_t *encrypt_and_append(
    const gaen_batch *batch,
    size_t key,
    __m128i states[STATES],
    const gaen_probes *probes,
    const gaen_filter *filter,
    uint32_t *end
) {
    _Static_assert(STATES <= ROUND_KEYS - 2, "a question a round");
#pragma clang loop unroll(full)
    for (int round = 1; round < ROUND_KEYS - 1; round++) {
        const __m128i material = round_key(batch, round, key);
        for (int i = 0; i < STATES; i++) {
            states[i] = _mm_aesenc_si128(states[i], material);
            __asm__ volatile("" : "+x"(states[i]));
        }
        if (round <= STATES) {
            end = append_passed(end, probes, (uint32_t)round - 1, filter);
        }
    }
    const __m128i material = round_key(batch, ROUND_KEYS - 1, key);
    for (int i = 0; i < STATES; i++) {
        states[i] = _mm_aesenclast_si128(states[i], material);
    }
    return end;
}

static void sweep(const gaen_batch *batch, const gaen_filter *filter, gaen_sweep *sweep) {
    const gaen_filter local = *filter;
    const __m128i text = _mm_set_epi32(0, 0, 0x4950, 0x522d4e45), one = _mm_set_epi32(1, 0, 0, 0);
    gaen_probes probes = {.place = NO_GROUP};
    uint32_t *end = sweep->passed;
    for (size_t key = 0; key < BATCH_KEYS; key++) {
        const __m128i base = _mm_xor_si128(text, round_key(batch, 0, key));
        __m128i number = _mm_set_epi32((int)batch->start[key], 0, 0, 0);
        for (uint32_t interval = 0; interval < batch->intervals[key]; interval += STATES) {
            __m128i states[STATES];
            for (int i = 0; i < STATES; i++) {
                states[i] = _mm_xor_si128(base, number);
                number = _mm_add_epi32(number, one);
            }
            end = encrypt_and_append(batch, key, states, &probes, &local, end);
            // What was asked before the first group means nothing.
            end = probes.place == NO_GROUP ? sweep->passed : end;
            const uint32_t place = gaen_place(key, interval);
            for (uint32_t i = 0; i < STATES; i++) {
                _mm_store_si128((__m128i *)&sweep->identifiers[place + i * QUAD], states[i]);
            }
            prepare_probes(&probes, place, states, &local);
        }
    }
    for (uint32_t i = 0; i < STATES && probes.place != NO_GROUP; i++) {
        end = append_passed(end, &probes, i, &local);
    }
    sweep->passed_count = (size_t)(end - sweep->passed);
}

#pragma clang attribute pop

const gaen_engine gaen_x86_aes_sha_engine = {derive, sweep, authenticate};

#endif
