// ARMv8's cryptographic extension: two keys' hashes side by side, eight blocks of one key's cipher.
#if defined(__aarch64__)

#include "constants.h"
#include "kernel.h"

#include <arm_neon.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("aes,sha2"))), apply_to = function)

#define INLINE static inline __attribute__((always_inline))

// MARK: - SHA-256 of two messages

enum { STREAMS = 2 };

typedef uint32x4_t vector;

/// The working variables, and a digest or half a message: the first word in the lowest place.
typedef struct {
    vector first, second;
} sha_words;

typedef sha_words sha_state;

INLINE sha_state state_of(sha_words words) { return words; }
INLINE sha_words words_of(sha_state state) { return state; }
INLINE vector load_vector(const uint32_t *words) { return vld1q_u32(words); }
INLINE void store_vector(uint32_t *words, vector value) { vst1q_u32(words, value); }
INLINE vector filled(uint32_t word) { return vdupq_n_u32(word); }
INLINE vector added(vector left, vector right) { return vaddq_u32(left, right); }
INLINE vector xored(vector left, vector right) { return veorq_u32(left, right); }

/// A vector whose words are all zero but one.
INLINE vector lone_word(uint32_t value, int place) {
    uint32_t words[4] = {0};
    words[place] = value;
    return vld1q_u32(words);
}

INLINE void run_four_rounds(sha_state *state, vector input) {
    const vector before = state->first;
    state->first = vsha256hq_u32(state->first, state->second, input);
    state->second = vsha256h2q_u32(state->second, before, input);
}

INLINE vector next_words(const vector w[4], int i) {
    return vsha256su1q_u32(vsha256su0q_u32(w[i & 3], w[(i + 1) & 3]), w[(i + 2) & 3], w[(i + 3) & 3]);
}

INLINE void add_state(sha_state *state, sha_state before) {
    state->first = vaddq_u32(state->first, before.first);
    state->second = vaddq_u32(state->second, before.second);
}

#include "hkdf_streams.h"

// MARK: - AES-128

/// SubBytes of the word, rotated by one byte: the last AES round of four equal columns, which ShiftRows leaves alone.
INLINE uint32_t substituted_and_rotated(uint32_t word) {
    const uint8x16_t columns = vreinterpretq_u8_u32(vdupq_n_u32(word));
    const uint32_t result = vgetq_lane_u32(vreinterpretq_u32_u8(vaeseq_u8(columns, vdupq_n_u8(0))), 0);
    return result >> 8 | result << 24;
}

static void expand_key(gaen_batch *batch, size_t place, uint32x4_t rpik) {
    uint32_t w[4];
    uint32_t constant = 1;
    vst1q_u8((uint8_t *)w, vrev32q_u8(vreinterpretq_u8_u32(rpik)));
    memcpy(batch->round_keys[0][place], w, sizeof w);
    for (int round = 1; round < ROUND_KEYS; round++) {
        w[0] ^= substituted_and_rotated(w[3]) ^ constant;
        for (int i = 1; i < 4; i++) {
            w[i] ^= w[i - 1];
        }
        memcpy(batch->round_keys[round][place], w, sizeof w);
        constant = constant << 1 ^ (constant >> 7) * 0x11b;
    }
}

static void derive(gaen_batch *batch) {
    for (size_t place = 0; place < BATCH_KEYS; place += STREAMS) {
        uint32x4_t rpik[STREAMS];
        derive_rpiks(batch, place, rpik);
        for (size_t stream = 0; stream < STREAMS; stream++) {
            expand_key(batch, place + stream, rpik[stream]);
        }
    }
}

INLINE uint8x16_t padded_interval(uint32_t number) {
    const uint32_t words[4] = {0x522d4e45, 0x4950, 0, number};
    return vreinterpretq_u8_u32(vld1q_u32(words));
}

enum { STATES = 8 };

/// Encrypts eight states side by side. AESE adds the round key first, so the last one is added by itself.
INLINE void encrypt_states(const gaen_batch *batch, size_t key, uint8x16_t states[STATES]) {
    for (int round = 0; round < ROUND_KEYS - 2; round++) {
        const uint8x16_t material = vld1q_u8(batch->round_keys[round][key]);
        for (int i = 0; i < STATES; i++) {
            states[i] = vaesmcq_u8(vaeseq_u8(states[i], material));
        }
    }
    const uint8x16_t material = vld1q_u8(batch->round_keys[ROUND_KEYS - 2][key]);
    const uint8x16_t last = vld1q_u8(batch->round_keys[ROUND_KEYS - 1][key]);
    for (int i = 0; i < STATES; i++) {
        states[i] = veorq_u8(vaeseq_u8(states[i], material), last);
    }
}

// MARK: - The sweep

static void sweep(const gaen_batch *batch, const gaen_filter *filter, gaen_sweep *sweep) {
    const gaen_filter local = *filter;
    size_t count = 0;
    for (size_t key = 0; key < BATCH_KEYS; key++) {
        for (uint32_t interval = 0; interval < batch->intervals[key]; interval += STATES) {
            uint8x16_t states[STATES];
            for (uint32_t i = 0; i < STATES; i++) {
                states[i] = padded_interval(batch->start[key] + interval + i);
            }
            encrypt_states(batch, key, states);
            for (uint32_t i = 0; i < STATES; i++) {
                const uint32_t place = gaen_place(key, interval + i);
                vst1q_u8((uint8_t *)sweep->identifiers[place].words, states[i]);
                sweep->passed[count] = place;
                count += gaen_filter_holds(&local, vgetq_lane_u32(vreinterpretq_u32_u8(states[i]), 0));
            }
        }
    }
    sweep->passed_count = count;
}

#pragma clang attribute pop

const gaen_engine gaen_arm_crypto_engine = {derive, sweep, authenticate};

#endif
