// AVX-512 with VAES: sixteen keys a register for the hashes, four keys a register for the cipher.
#if defined(__x86_64__)

#include "constants.h"
#include "kernel.h"

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("aes,vaes,avx512f,avx512bw"))), apply_to = function)

#define INLINE static inline __attribute__((always_inline))

// MARK: - SHA-256 of sixteen messages

/// a ^ b ^ c, and FIPS 180-4's Ch and Maj, as truth tables.
enum { XOR = 0x96, CHOICE = 0xca, MAJORITY = 0xe8 };

INLINE __m512i xor3(__m512i a, __m512i b, __m512i c) {
    return _mm512_ternarylogic_epi32(a, b, c, XOR);
}

INLINE __m512i every(uint32_t value) {
    return _mm512_set1_epi32((int)value);
}

/// One round; `s` is the state rotated by `i` places, so that nothing moves.
INLINE void run_round(__m512i s[8], int i, __m512i input) {
    const __m512i a = s[-i & 7], b = s[(1 - i) & 7], c = s[(2 - i) & 7];
    const __m512i e = s[(4 - i) & 7], f = s[(5 - i) & 7], g = s[(6 - i) & 7];
    const __m512i h = _mm512_add_epi32(s[(7 - i) & 7], input);
    const __m512i sum_e = xor3(_mm512_ror_epi32(e, 6), _mm512_ror_epi32(e, 11), _mm512_ror_epi32(e, 25));
    const __m512i sum_a = xor3(_mm512_ror_epi32(a, 2), _mm512_ror_epi32(a, 13), _mm512_ror_epi32(a, 22));
    const __m512i first =
        _mm512_add_epi32(_mm512_add_epi32(h, _mm512_ternarylogic_epi32(e, f, g, CHOICE)), sum_e);
    const __m512i second = _mm512_add_epi32(_mm512_ternarylogic_epi32(a, b, c, MAJORITY), sum_a);
    s[(3 - i) & 7] = _mm512_add_epi32(s[(3 - i) & 7], first);
    s[(7 - i) & 7] = _mm512_add_epi32(first, second);
}

/// The message word that takes the place of word i.
INLINE __m512i next_word(const __m512i w[16], int i) {
    const __m512i early = w[(i + 1) & 15], late = w[(i + 14) & 15];
    const __m512i low = xor3(_mm512_ror_epi32(early, 7), _mm512_ror_epi32(early, 18), _mm512_srli_epi32(early, 3));
    const __m512i high = xor3(_mm512_ror_epi32(late, 17), _mm512_ror_epi32(late, 19), _mm512_srli_epi32(late, 10));
    return _mm512_add_epi32(_mm512_add_epi32(w[i & 15], w[(i + 9) & 15]), _mm512_add_epi32(low, high));
}

INLINE void add_state(__m512i state[8], const __m512i s[8]) {
    for (int i = 0; i < 8; i++) {
        state[i] = _mm512_add_epi32(state[i], s[i]);
    }
}

INLINE void compress(__m512i state[8], __m512i w[16]) {
    __m512i s[8];
    for (int i = 0; i < 8; i++) {
        s[i] = state[i];
    }
#pragma clang loop unroll(disable)
    for (int block = 0; block < 48; block += 16) {
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            run_round(s, i, _mm512_add_epi32(w[i], every(gaen_sha_k[block + i])));
            w[i] = next_word(w, i);
        }
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
        run_round(s, i, _mm512_add_epi32(w[i], every(gaen_sha_k[48 + i])));
    }
    add_state(state, s);
}

/// Compresses the block that is the same for every key.
INLINE void compress_info(__m512i state[8]) {
    __m512i s[8];
    for (int i = 0; i < 8; i++) {
        s[i] = state[i];
    }
#pragma clang loop unroll(disable)
    for (int block = 0; block < 64; block += 16) {
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            run_round(s, i, every(gaen_info_k[block + i]));
        }
    }
    add_state(state, s);
}

/// Goes on from `start` with one block: `count` words, the padding, and the length of it all in bits.
INLINE void finish(__m512i state[8], const uint32_t *start, const __m512i *words, int count, uint32_t bits) {
    __m512i w[16];
    for (int i = 0; i < 16; i++) {
        w[i] = i < count ? words[i] : _mm512_setzero_si512();
    }
    w[count] = every(0x80000000);
    w[15] = every(bits);
    if (start != NULL) {
        for (int i = 0; i < 8; i++) {
            state[i] = every(start[i]);
        }
    }
    compress(state, w);
}

INLINE void start_hmac(__m512i state[8], const __m512i key[8], uint32_t filler) {
    __m512i w[16];
    for (int i = 0; i < 8; i++) {
        state[i] = every(gaen_sha_start[i]);
        w[i] = _mm512_xor_si512(key[i], every(filler));
        w[i + 8] = every(filler);
    }
    compress(state, w);
}

INLINE void derive_rpik(const gaen_batch *batch, __m512i rpik[8]) {
    __m512i key[4], inner[8], pseudo_random_key[8];
    for (int i = 0; i < 4; i++) {
        key[i] = _mm512_load_si512(batch->words[i]);
    }
    finish(inner, gaen_salt_inner, key, 4, (64 + 16) * 8);
    finish(pseudo_random_key, gaen_salt_outer, inner, 8, (64 + 32) * 8);
    start_hmac(inner, pseudo_random_key, 0x36363636);
    compress_info(inner);
    start_hmac(rpik, pseudo_random_key, 0x5c5c5c5c);
    finish(rpik, NULL, inner, 8, (64 + 32) * 8);
}

// MARK: - AES-128 key schedules of sixteen keys

/// Four bytes a lane, moved so that ShiftRows of the last AES round brings every word to where it was, rotated by one.
static const uint8_t rotate_word[16] = {1, 14, 11, 4, 5, 2, 15, 8, 9, 6, 3, 12, 13, 10, 7, 0};

/// Turns four words of sixteen keys into four registers of four keys each.
INLINE void store_round_keys(gaen_batch *batch, int round, const __m512i w[4]) {
    const __m512i low01 = _mm512_unpacklo_epi32(w[0], w[1]), high01 = _mm512_unpackhi_epi32(w[0], w[1]);
    const __m512i low23 = _mm512_unpacklo_epi32(w[2], w[3]), high23 = _mm512_unpackhi_epi32(w[2], w[3]);
    _mm512_store_si512(batch->round_keys[round][0], _mm512_unpacklo_epi64(low01, low23));
    _mm512_store_si512(batch->round_keys[round][4], _mm512_unpackhi_epi64(low01, low23));
    _mm512_store_si512(batch->round_keys[round][8], _mm512_unpacklo_epi64(high01, high23));
    _mm512_store_si512(batch->round_keys[round][12], _mm512_unpackhi_epi64(high01, high23));
}

static void derive(gaen_batch *batch) {
    __m512i rpik[8], w[4];
    derive_rpik(batch, rpik);
    const __m512i swap =
        _mm512_broadcast_i32x4(_mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
    // The registers that `store_round_keys` makes hold every fourth key; this order makes them hold four neighbours.
    const __m512i order = _mm512_set_epi32(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
    for (int i = 0; i < 4; i++) {
        w[i] = _mm512_permutexvar_epi32(order, _mm512_shuffle_epi8(rpik[i], swap));
    }
    store_round_keys(batch, 0, w);
    const __m512i rotate = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)rotate_word));
    uint32_t constant = 1;
    for (int round = 1; round < ROUND_KEYS; round++) {
        const __m512i moved = _mm512_shuffle_epi8(w[3], rotate);
        w[0] = _mm512_xor_si512(w[0], _mm512_aesenclast_epi128(moved, every(constant)));
        w[1] = _mm512_xor_si512(w[1], w[0]);
        w[2] = _mm512_xor_si512(w[2], w[1]);
        w[3] = _mm512_xor_si512(w[3], w[2]);
        store_round_keys(batch, round, w);
        constant = constant << 1 ^ (constant >> 7) * 0x11b;
    }
}

// MARK: - The sweep

enum { QUAD = 4, STATES = 12 };

/// The first words of the identifiers that four neighbouring registers hold: for each key, its four intervals.
INLINE __m512i first_words(const __m512i *states) {
    const __m512i low = _mm512_unpacklo_epi32(states[0], states[1]);
    const __m512i high = _mm512_unpacklo_epi32(states[2], states[3]);
    return _mm512_unpacklo_epi64(low, high);
}

/// Appends the places whose words the filter holds.
INLINE gaen_place *probe(const gaen_filter *filter, __m128i shift, __m512i words, __m512i place, gaen_place *end) {
    const __m512i found = _mm512_i32gather_epi32(_mm512_srl_epi32(words, shift), filter->words, 4);
    const __mmask16 held = _mm512_test_epi32_mask(_mm512_rorv_epi32(found, words), every(1));
    _mm512_storeu_si512(end, _mm512_maskz_compress_epi32(held, place));
    return end + __builtin_popcount(held);
}

INLINE gaen_place *sweep_four(const gaen_batch *batch, size_t first, const gaen_filter *filter, gaen_place *end) {
    __m512i keys[ROUND_KEYS];
    for (int round = 0; round < ROUND_KEYS; round++) {
        keys[round] = _mm512_load_si512(batch->round_keys[round][first]);
    }
    const __m512i text = _mm512_broadcast_i32x4(_mm_set_epi32(0, 0, 0x4950, 0x522d4e45));
    const __m512i base = _mm512_xor_si512(keys[0], text);
    const __m512i one = _mm512_broadcast_i32x4(_mm_set_epi32(1, 0, 0, 0));
    const uint32_t *start = batch->start + first;
    __m512i number = _mm512_set_epi32(
        (int)start[3], 0, 0, 0, (int)start[2], 0, 0, 0, (int)start[1], 0, 0, 0, (int)start[0], 0, 0, 0
    );
    __m512i place = _mm512_add_epi32(
        every((uint32_t)first), _mm512_set_epi32(51, 35, 19, 3, 50, 34, 18, 2, 49, 33, 17, 1, 48, 32, 16, 0)
    );
    const __m128i shift = _mm_cvtsi32_si128((int)filter->shift);
    const uint32_t longest = gaen_longest(batch, first, QUAD);
    for (uint32_t interval = 0; interval < longest; interval += STATES) {
        __m512i states[STATES];
        for (int i = 0; i < STATES; i++) {
            states[i] = _mm512_xor_si512(base, number);
            number = _mm512_add_epi32(number, one);
        }
        for (int round = 1; round < ROUND_KEYS - 1; round++) {
            for (int i = 0; i < STATES; i++) {
                states[i] = _mm512_aesenc_epi128(states[i], keys[round]);
            }
        }
        for (int i = 0; i < STATES; i++) {
            states[i] = _mm512_aesenclast_epi128(states[i], keys[ROUND_KEYS - 1]);
        }
        for (int i = 0; i < STATES; i += QUAD) {
            end = probe(filter, shift, first_words(states + i), place, end);
            place = _mm512_add_epi32(place, every(QUAD * BATCH_KEYS));
        }
    }
    return end;
}

static size_t sweep(const gaen_batch *batch, const gaen_filter *filter, gaen_place *places) {
    gaen_place *end = places;
    for (size_t first = 0; first < BATCH_KEYS; first += QUAD) {
        end = sweep_four(batch, first, filter, end);
    }
    return (size_t)(end - places);
}

// MARK: - Single identifiers

INLINE __m128i encrypt_one(const gaen_batch *batch, gaen_place place) {
    const size_t key = place % BATCH_KEYS;
    const int number = (int)(batch->start[key] + place / BATCH_KEYS);
    __m128i state = _mm_set_epi32(number, 0, 0x4950, 0x522d4e45);
    state = _mm_xor_si128(state, *(const __m128i *)batch->round_keys[0][key]);
    for (int round = 1; round < ROUND_KEYS - 1; round++) {
        state = _mm_aesenc_si128(state, *(const __m128i *)batch->round_keys[round][key]);
    }
    return _mm_aesenclast_si128(state, *(const __m128i *)batch->round_keys[ROUND_KEYS - 1][key]);
}

static void encrypt(
    const gaen_batch *batch,
    const gaen_place *places,
    size_t count,
    gaen_identifier *identifiers
) {
    for (size_t i = 0; i < count; i++) {
        _mm_store_si128((__m128i *)&identifiers[i], encrypt_one(batch, places[i]));
    }
}

#pragma clang attribute pop

const gaen_engine gaen_x86_avx512_engine = {derive, sweep, encrypt};

#endif
