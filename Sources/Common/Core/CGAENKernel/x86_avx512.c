// AVX-512 with VAES: sixteen keys a register for the hashes, four keys a register for the cipher.
#if defined(__x86_64__)

#include "constants.h"
#include "kernel.h"

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("aes,vaes,avx512f,avx512bw,popcnt"))), apply_to = function)

#define INLINE static inline __attribute__((always_inline))

/// 32-bit words of a register.
enum { LANES = 16 };

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

/// Compresses the block that is the same for every key, of which the schedule with the round constants is known.
INLINE void compress_shared(__m512i state[8], const uint32_t schedule[64]) {
    __m512i s[8];
    for (int i = 0; i < 8; i++) {
        s[i] = state[i];
    }
#pragma clang loop unroll(disable)
    for (int block = 0; block < 64; block += 16) {
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            run_round(s, i, every(schedule[block + i]));
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

/// HMAC under keys of 32 bytes of a message whose only block is the same for every key.
INLINE void make_codes(__m512i codes[8], const __m512i keys[8], const uint32_t schedule[64]) {
    __m512i inner[8];
    start_hmac(inner, keys, 0x36363636);
    compress_shared(inner, schedule);
    start_hmac(codes, keys, 0x5c5c5c5c);
    finish(codes, NULL, inner, 8, (64 + 32) * 8);
}

INLINE void derive_rpik(const gaen_batch *batch, __m512i rpik[8]) {
    __m512i key[4], inner[8], pseudo_random_key[8];
    for (int i = 0; i < 4; i++) {
        key[i] = _mm512_load_si512(batch->words[i]);
    }
    finish(inner, gaen_salt_inner, key, 4, (64 + 16) * 8);
    finish(pseudo_random_key, gaen_salt_outer, inner, 8, (64 + 32) * 8);
    make_codes(rpik, pseudo_random_key, gaen_info_k);
}

static void authenticate(const uint32_t schedule[64], gaen_lanes *keys, size_t count) {
    (void)count;
    __m512i words[8], codes[8];
    for (int i = 0; i < 8; i++) {
        words[i] = _mm512_load_si512(keys->words[i]);
    }
    make_codes(codes, words, schedule);
    for (int i = 0; i < 8; i++) {
        _mm512_store_si512(keys->words[i], codes[i]);
    }
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

/// Registers of four identifiers that are under way at once, and the identifiers in them.
enum { STATES = 12, GROUP = STATES * QUAD };

/// What is asked of the filter for a group, sixteen by sixteen: each four intervals of the first key, then of the second.
typedef struct {
    _Alignas(64) uint32_t values[GROUP];
    /// Which of the filter's words a value falls into.
    uint32_t indices[GROUP];
    uint32_t words[GROUP];
    /// Where the group's identifiers begin, or NO_GROUP.
    uint32_t place;
} gaen_probes;

static const uint32_t NO_GROUP = UINT32_MAX;

/// The first words of the identifiers that four neighbouring registers hold: for each key, its four intervals.
INLINE __m512i first_words(const __m512i *states) {
    const __m512i low = _mm512_unpacklo_epi32(states[0], states[1]);
    const __m512i high = _mm512_unpacklo_epi32(states[2], states[3]);
    return _mm512_unpacklo_epi64(low, high);
}

INLINE void prepare_probes(
    gaen_probes *probes,
    uint32_t place,
    const __m512i states[STATES],
    const gaen_filter *filter
) {
    const __m128i shift = _mm_cvtsi32_si128((int)filter->shift);
    probes->place = place;
    for (int i = 0; i < STATES; i += QUAD) {
        const __m512i values = first_words(states + i);
        _mm512_store_si512(&probes->values[i * QUAD], values);
        _mm512_store_si512(&probes->indices[i * QUAD], _mm512_srl_epi32(values, shift));
    }
}

/// Fetches the words of the last group, while nothing else is to be done.
INLINE void gather_words(gaen_probes *probes, const gaen_filter *filter) {
    for (int i = 0; i < GROUP; i += LANES) {
        const __m512i indices = _mm512_load_si512(&probes->indices[i]);
        _mm512_store_si512(&probes->words[i], _mm512_i32gather_epi32(indices, filter->words, 4));
    }
}

/// Encrypts a group and, meanwhile, fetches the words of the group before it.
///
/// The cipher leaves the units for loads idle, so that fetching costs next to nothing. A processor sees only some hundred
/// instructions ahead, fewer where two threads share it. So one word is fetched after every second step of the cipher. The
/// empty instructions and `volatile` keep the compiler from another order, and from gather instructions: while one runs,
/// many processors do nothing else.
INLINE void encrypt_and_fetch(
    __m512i states[STATES],
    const __m512i keys[ROUND_KEYS],
    gaen_probes *probes,
    const gaen_filter *filter
) {
    const volatile uint32_t *indices = probes->indices;
    volatile uint32_t *words = probes->words;
#pragma clang loop unroll(full)
    for (int step = 0; step < (ROUND_KEYS - 2) * STATES; step++) {
        const int round = 1 + step / STATES, state = step % STATES;
        states[state] = _mm512_aesenc_epi128(states[state], keys[round]);
        __asm__ volatile("" : "+v"(states[state]));
        if (step % 2 == 1 && step / 2 < GROUP) {
            words[step / 2] = filter->words[indices[step / 2]];
        }
    }
    for (int state = 0; state < STATES; state++) {
        states[state] = _mm512_aesenclast_epi128(states[state], keys[ROUND_KEYS - 1]);
    }
}

/// Appends the places of the group's identifiers whose words have the bit of their value, and returns the end.
INLINE uint32_t *append_passed(uint32_t *end, const gaen_probes *probes) {
    if (probes->place == NO_GROUP) {
        return end;
    }
    const __m512i order = _mm512_set_epi32(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0);
    for (uint32_t i = 0; i < GROUP; i += LANES) {
        const __m512i words = _mm512_load_si512(&probes->words[i]), values = _mm512_load_si512(&probes->values[i]);
        const __mmask16 held = _mm512_test_epi32_mask(_mm512_rorv_epi32(words, values), every(1));
        const __m512i places = _mm512_add_epi32(order, every(probes->place + i));
        _mm512_storeu_si512(end, _mm512_maskz_compress_epi32(held, places));
        end += __builtin_popcount(held);
    }
    return end;
}

/// The longest interval count among four keys.
INLINE uint32_t longest_of_four(const uint32_t *intervals) {
    uint32_t longest = 0;
    for (size_t i = 0; i < QUAD; i++) {
        longest = intervals[i] > longest ? intervals[i] : longest;
    }
    return longest;
}

/// Sweeps four keys; the probes of the last group are left to the next call. Places are appended at `end`; returns the new end.
INLINE uint32_t *sweep_four(
    const gaen_batch *batch,
    size_t first,
    const gaen_filter *filter,
    gaen_probes *probes,
    gaen_identifier *identifiers,
    uint32_t *end
) {
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
    const uint32_t longest = longest_of_four(batch->intervals + first);
    for (uint32_t interval = 0; interval < longest; interval += STATES) {
        __m512i states[STATES];
        for (int i = 0; i < STATES; i++) {
            states[i] = _mm512_xor_si512(base, number);
            number = _mm512_add_epi32(number, one);
        }
        encrypt_and_fetch(states, keys, probes, filter);
        const uint32_t place = gaen_place(first, interval);
        for (uint32_t i = 0; i < STATES; i++) {
            _mm512_store_si512(&identifiers[place + i * QUAD], states[i]);
        }
        end = append_passed(end, probes);
        prepare_probes(probes, place, states, filter);
    }
    return end;
}

static void sweep(const gaen_batch *batch, const gaen_filter *filter, gaen_sweep *sweep) {
    const gaen_filter local = *filter;
    gaen_probes probes = {.place = NO_GROUP};
    uint32_t *end = sweep->passed;
    for (size_t first = 0; first < BATCH_KEYS; first += QUAD) {
        end = sweep_four(batch, first, &local, &probes, sweep->identifiers, end);
    }
    gather_words(&probes, &local);
    sweep->passed_count = (size_t)(append_passed(end, &probes) - sweep->passed);
}

#pragma clang attribute pop

const gaen_engine gaen_x86_avx512_engine = {derive, sweep, authenticate};

#endif
