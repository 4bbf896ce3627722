#include "CMachineLimits.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define INLINE static inline __attribute__((always_inline))

enum { ROUNDS = 10 };

// Any constants will do: a processor takes the same time for all.
static const uint32_t constants[64] = {1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47};

// Where the chains of probes start. All differ: equal chains would ask for the same words, which one load brings.
static const uint32_t starts[64] = {
    0x05c5f79e, 0x1b873593, 0x27d4eb2f, 0x2c1b3c6d, 0x3c6ef372, 0x41c64e6d, 0x510e527f, 0x5851f42d,
    0x5be0cd19, 0x6a09e667, 0x6c078965, 0x7feb352d, 0x846ca68b, 0x85ebca6b, 0x9b05688c, 0xa54ff53a,
    0xbb67ae85, 0xc2b2ae35, 0xcc9e2d51, 0xd2b74407, 0xe6546b64, 0xee6b2800, 0xf1bbcdcb, 0xff51afd7,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,
    0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138,
    0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f,
};

#pragma clang attribute push(__attribute__((target("aes,vaes,avx2,avx512f,avx512bw,avx512vl,popcnt"))), apply_to = function)

INLINE __m512i xor3(__m512i a, __m512i b, __m512i c) {
    return _mm512_ternarylogic_epi32(a, b, c, 0x96);
}

INLINE void run_round(__m512i s[8], int i, __m512i word, uint32_t constant) {
    const __m512i e = s[(4 - i) & 7], a = s[-i & 7];
    const __m512i input = _mm512_add_epi32(word, _mm512_set1_epi32((int)constant));
    const __m512i choice = _mm512_ternarylogic_epi32(e, s[(5 - i) & 7], s[(6 - i) & 7], 0xca);
    const __m512i sum_e = xor3(_mm512_ror_epi32(e, 6), _mm512_ror_epi32(e, 11), _mm512_ror_epi32(e, 25));
    const __m512i sum_a = xor3(_mm512_ror_epi32(a, 2), _mm512_ror_epi32(a, 13), _mm512_ror_epi32(a, 22));
    const __m512i majority = _mm512_ternarylogic_epi32(a, s[(1 - i) & 7], s[(2 - i) & 7], 0xe8);
    const __m512i first =
        _mm512_add_epi32(_mm512_add_epi32(_mm512_add_epi32(s[(7 - i) & 7], input), choice), sum_e);
    s[(3 - i) & 7] = _mm512_add_epi32(s[(3 - i) & 7], first);
    s[(7 - i) & 7] = _mm512_add_epi32(first, _mm512_add_epi32(sum_a, majority));
}

INLINE __m512i next_word(const __m512i w[16], int i) {
    const __m512i early = w[(i + 1) & 15], late = w[(i + 14) & 15];
    const __m512i low = xor3(_mm512_ror_epi32(early, 7), _mm512_ror_epi32(early, 18), _mm512_srli_epi32(early, 3));
    const __m512i high = xor3(_mm512_ror_epi32(late, 17), _mm512_ror_epi32(late, 19), _mm512_srli_epi32(late, 10));
    return _mm512_add_epi32(_mm512_add_epi32(w[i], w[(i + 9) & 15]), _mm512_add_epi32(low, high));
}

/// One compression of sixteen messages side by side, schedule included.
INLINE void compress_wide(__m512i state[8], __m512i w[16]) {
    __m512i s[8];
    for (int i = 0; i < 8; i++) {
        s[i] = state[i];
    }
#pragma clang loop unroll(disable)
    for (int block = 0; block < 48; block += 16) {
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            run_round(s, i, w[i], constants[block + i]);
            w[i] = next_word(w, i);
        }
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
        run_round(s, i, w[i], constants[48 + i]);
    }
    for (int i = 0; i < 8; i++) {
        state[i] = _mm512_add_epi32(state[i], s[i]);
    }
}

static size_t sha_wide(size_t count, uint32_t *sink) {
    __m512i state[8], w[16];
    for (int i = 0; i < 16; i++) {
        w[i] = state[i & 7] = _mm512_set1_epi32(i + 1);
    }
    size_t done = 0;
    for (; done < count; done += 16) {
        compress_wide(state, w);
    }
    *sink ^= (uint32_t)_mm512_reduce_add_epi32(state[0]);
    return done;
}

static size_t schedules_wide(size_t count, uint32_t *sink) {
    __m512i w[4] = {_mm512_set1_epi32(1), _mm512_set1_epi32(2), _mm512_set1_epi32(3), _mm512_set1_epi32(4)};
    const __m512i order = _mm512_set1_epi32(0x01020300);
    _Alignas(64) static __m512i keys[ROUNDS][4];
    size_t done = 0;
    for (; done < count; done += 16) {
        for (int round = 0; round < ROUNDS; round++) {
            const __m512i moved = _mm512_shuffle_epi8(w[3], order);
            w[0] = _mm512_xor_si512(w[0], _mm512_aesenclast_epi128(moved, _mm512_set1_epi32(round)));
            for (int i = 1; i < 4; i++) {
                w[i] = _mm512_xor_si512(w[i], w[i - 1]);
            }
            const __m512i low01 = _mm512_unpacklo_epi32(w[0], w[1]), high01 = _mm512_unpackhi_epi32(w[0], w[1]);
            const __m512i low23 = _mm512_unpacklo_epi32(w[2], w[3]), high23 = _mm512_unpackhi_epi32(w[2], w[3]);
            _mm512_store_si512(&keys[round][0], _mm512_unpacklo_epi64(low01, low23));
            _mm512_store_si512(&keys[round][1], _mm512_unpackhi_epi64(low01, low23));
            _mm512_store_si512(&keys[round][2], _mm512_unpacklo_epi64(high01, high23));
            _mm512_store_si512(&keys[round][3], _mm512_unpackhi_epi64(high01, high23));
        }
        __asm__ volatile("" : : "r"(keys) : "memory");
    }
    *sink ^= (uint32_t)_mm512_reduce_add_epi32(w[3]);
    return done;
}

static size_t aes_wide(size_t count, uint32_t *sink) {
    enum { STATES = 12 };
    __m512i keys[ROUNDS], states[STATES];
    for (int i = 0; i < STATES; i++) {
        states[i] = _mm512_set1_epi32(i);
    }
    for (int i = 0; i < ROUNDS; i++) {
        keys[i] = _mm512_set1_epi32(i * 77);
        __asm__ volatile("" : "+v"(keys[i]));
    }
    size_t done = 0;
    for (; done < count; done += STATES * 4) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < STATES; i++) {
                states[i] = _mm512_aesenc_epi128(states[i], keys[round]);
            }
        }
    }
    for (int i = 0; i < STATES; i++) {
        *sink ^= (uint32_t)_mm512_reduce_add_epi32(states[i]);
    }
    return done;
}

/// Four chains: one alone waits for its own gathers.
static size_t probes_wide(size_t count, machine_filter filter, uint32_t *sink) {
    const __m128i shift = _mm_cvtsi32_si128((int)filter.shift);
    enum { CHAINS = 4 };
    const __m512i step = _mm512_set1_epi32((int)0x9e3779b9), one = _mm512_set1_epi32(1);
    __m512i words[CHAINS], held = _mm512_setzero_si512();
    for (int i = 0; i < CHAINS; i++) {
        words[i] = _mm512_loadu_si512(starts + i * 16);
    }
    size_t done = 0;
    for (; done < count; done += CHAINS * 16) {
        for (int i = 0; i < CHAINS; i++) {
            words[i] = _mm512_add_epi32(_mm512_rol_epi32(words[i], 5), step);
            const __m512i found = _mm512_i32gather_epi32(_mm512_srl_epi32(words[i], shift), filter.words, 4);
            held = _mm512_add_epi32(held, _mm512_and_si512(_mm512_rorv_epi32(found, words[i]), one));
        }
    }
    *sink ^= (uint32_t)_mm512_reduce_add_epi32(held);
    return done;
}

#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("aes,sha,sse4.1,ssse3"))), apply_to = function)

/// Two messages side by side, schedule included.
static size_t sha_narrow(size_t count, uint32_t *sink) {
    enum { STREAMS = 2 };
    __m128i abef[STREAMS], cdgh[STREAMS], w[STREAMS][4];
    for (int stream = 0; stream < STREAMS; stream++) {
        abef[stream] = cdgh[stream] = _mm_set1_epi32(stream);
        for (int i = 0; i < 4; i++) {
            w[stream][i] = _mm_set1_epi32(i + stream);
        }
    }
    size_t done = 0;
    for (; done < count; done += STREAMS) {
        const __m128i before[STREAMS][2] = {{abef[0], cdgh[0]}, {abef[1], cdgh[1]}};
#pragma clang loop unroll(full)
        for (int i = 0; i < 16; i++) {
            for (int s = 0; s < STREAMS; s++) {
                const __m128i input =
                    _mm_add_epi32(w[s][i & 3], _mm_loadu_si128((const __m128i *)(constants + 4 * i)));
                cdgh[s] = _mm_sha256rnds2_epu32(cdgh[s], abef[s], input);
                abef[s] = _mm_sha256rnds2_epu32(abef[s], cdgh[s], _mm_shuffle_epi32(input, 0x0e));
                if (i < 12) {
                    const __m128i oldest = _mm_sha256msg1_epu32(w[s][i & 3], w[s][(i + 1) & 3]);
                    const __m128i middle = _mm_alignr_epi8(w[s][(i + 3) & 3], w[s][(i + 2) & 3], 4);
                    w[s][i & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(oldest, middle), w[s][(i + 3) & 3]);
                }
            }
        }
        for (int s = 0; s < STREAMS; s++) {
            abef[s] = _mm_add_epi32(abef[s], before[s][0]);
            cdgh[s] = _mm_add_epi32(cdgh[s], before[s][1]);
        }
    }
    *sink ^= (uint32_t)_mm_cvtsi128_si32(_mm_add_epi32(abef[0], abef[1]));
    return done;
}

static size_t schedules_narrow(size_t count, uint32_t *sink) {
    __m128i w[4] = {_mm_set1_epi32(1), _mm_set1_epi32(2), _mm_set1_epi32(3), _mm_set1_epi32(4)};
    const __m128i order = _mm_set1_epi32(0x01020300);
    _Alignas(64) static __m128i keys[ROUNDS][4];
    size_t done = 0;
    for (; done < count; done += 4) {
        for (int round = 0; round < ROUNDS; round++) {
            w[0] = _mm_xor_si128(w[0], _mm_aesenclast_si128(_mm_shuffle_epi8(w[3], order), _mm_set1_epi32(round)));
            for (int i = 1; i < 4; i++) {
                w[i] = _mm_xor_si128(w[i], w[i - 1]);
            }
            const __m128i low01 = _mm_unpacklo_epi32(w[0], w[1]), high01 = _mm_unpackhi_epi32(w[0], w[1]);
            const __m128i low23 = _mm_unpacklo_epi32(w[2], w[3]), high23 = _mm_unpackhi_epi32(w[2], w[3]);
            keys[round][0] = _mm_unpacklo_epi64(low01, low23);
            keys[round][1] = _mm_unpackhi_epi64(low01, low23);
            keys[round][2] = _mm_unpacklo_epi64(high01, high23);
            keys[round][3] = _mm_unpackhi_epi64(high01, high23);
        }
        __asm__ volatile("" : : "r"(keys) : "memory");
    }
    *sink ^= (uint32_t)_mm_cvtsi128_si32(w[3]);
    return done;
}

static size_t aes_narrow(size_t count, uint32_t *sink) {
    enum { STATES = 8 };
    _Alignas(64) static __m128i keys[ROUNDS];
    __m128i states[STATES];
    for (int i = 0; i < STATES; i++) {
        states[i] = _mm_set1_epi32(i);
    }
    for (int i = 0; i < ROUNDS; i++) {
        keys[i] = _mm_set1_epi32(i * 77);
    }
    __asm__ volatile("" : : "r"(keys) : "memory");
    size_t done = 0;
    for (; done < count; done += STATES) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < STATES; i++) {
                states[i] = _mm_aesenc_si128(states[i], keys[round]);
            }
        }
    }
    for (int i = 0; i < STATES; i++) {
        *sink ^= (uint32_t)_mm_cvtsi128_si32(states[i]);
    }
    return done;
}

/// Four values a register, which are shifted together: one alone takes twice as many instructions.
static size_t probes_narrow(size_t count, machine_filter filter, uint32_t *sink) {
    enum { CHAINS = 4 };
    const __m128i shift = _mm_cvtsi32_si128((int)filter.shift), step = _mm_set1_epi32((int)0x9e3779b9);
    __m128i words[CHAINS];
    for (int i = 0; i < CHAINS; i++) {
        words[i] = _mm_loadu_si128((const __m128i *)(starts + i * 4));
    }
    uint32_t held = 0;
    size_t done = 0;
    for (; done < count; done += CHAINS * 4) {
        _Alignas(16) uint32_t values[CHAINS * 4], indices[CHAINS * 4];
        for (int i = 0; i < CHAINS; i++) {
            words[i] = _mm_add_epi32(_mm_add_epi32(words[i], _mm_slli_epi32(words[i], 2)), step);
            _mm_store_si128((__m128i *)&values[i * 4], words[i]);
            _mm_store_si128((__m128i *)&indices[i * 4], _mm_srl_epi32(words[i], shift));
        }
        __asm__ volatile("" : : "r"(values), "r"(indices) : "memory");
        for (int i = 0; i < CHAINS * 4; i++) {
            held += filter.words[indices[i]] >> (values[i] & 31) & 1;
        }
    }
    *sink ^= held;
    return done;
}

#pragma clang attribute pop

size_t machine_run(machine_part part, bool is_wide, size_t count, machine_filter filter, uint32_t *sink) {
    switch (part) {
    case MACHINE_PART_SHA256_COMPRESSIONS: return is_wide ? sha_wide(count, sink) : sha_narrow(count, sink);
    case MACHINE_PART_AES_KEY_SCHEDULES: return is_wide ? schedules_wide(count, sink) : schedules_narrow(count, sink);
    case MACHINE_PART_AES_BLOCKS: return is_wide ? aes_wide(count, sink) : aes_narrow(count, sink);
    case MACHINE_PART_PROBES: return is_wide ? probes_wide(count, filter, sink) : probes_narrow(count, filter, sink);
    }
    return 0;
}

#else

size_t machine_run(machine_part part, bool is_wide, size_t count, machine_filter filter, uint32_t *sink) {
    (void)part, (void)is_wide, (void)count, (void)filter, (void)sink;
    return 0;
}

#endif
