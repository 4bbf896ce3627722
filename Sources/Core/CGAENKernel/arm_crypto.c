// ARMv8's cryptographic extension: two keys' hashes side by side, eight blocks of one key's cipher.
#if defined(__aarch64__)

#include "constants.h"
#include "kernel.h"

#include <arm_neon.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("aes,sha2"))), apply_to = function)

#define INLINE static inline __attribute__((always_inline))

// MARK: - SHA-256 of two messages, whose instructions fill each other's waiting times

enum { STREAMS = 2 };

/// The working variables, and a digest or half a message: the first word in the lowest place.
typedef struct {
    uint32x4_t first, second;
} sha_words;

INLINE sha_words constant_words(const uint32_t *words) {
    const sha_words result = {vld1q_u32(words), vld1q_u32(words + 4)};
    return result;
}

/// A vector whose words are all zero but one.
INLINE uint32x4_t lone_word(uint32_t value, int place) {
    uint32_t words[4] = {0};
    words[place] = value;
    return vld1q_u32(words);
}

INLINE void run_four_rounds(sha_words *state, uint32x4_t input) {
    const uint32x4_t before = state->first;
    state->first = vsha256hq_u32(state->first, state->second, input);
    state->second = vsha256h2q_u32(state->second, before, input);
}

/// The four words behind the sixteen of which w[i] holds the oldest.
INLINE uint32x4_t next_words(const uint32x4_t w[4], int i) {
    return vsha256su1q_u32(vsha256su0q_u32(w[i & 3], w[(i + 1) & 3]), w[(i + 2) & 3], w[(i + 3) & 3]);
}

INLINE void add_state(sha_words *state, sha_words before) {
    state->first = vaddq_u32(state->first, before.first);
    state->second = vaddq_u32(state->second, before.second);
}

INLINE void compress(sha_words state[STREAMS], uint32x4_t w[STREAMS][4]) {
    const sha_words before[STREAMS] = {state[0], state[1]};
    for (int i = 0; i < 16; i++) {
        for (int stream = 0; stream < STREAMS; stream++) {
            run_four_rounds(&state[stream], vaddq_u32(w[stream][i & 3], vld1q_u32(gaen_sha_k + 4 * i)));
            if (i < 12) {
                w[stream][i & 3] = next_words(w[stream], i);
            }
        }
    }
    for (int stream = 0; stream < STREAMS; stream++) {
        add_state(&state[stream], before[stream]);
    }
}

/// Compresses the block that is the same for every key.
INLINE void compress_info(sha_words state[STREAMS]) {
    const sha_words before[STREAMS] = {state[0], state[1]};
    for (int i = 0; i < 16; i++) {
        for (int stream = 0; stream < STREAMS; stream++) {
            run_four_rounds(&state[stream], vld1q_u32(gaen_info_k + 4 * i));
        }
    }
    for (int stream = 0; stream < STREAMS; stream++) {
        add_state(&state[stream], before[stream]);
    }
}

/// Goes on with one block: a digest, the padding, and the length of it all in bits.
INLINE void finish(sha_words state[STREAMS], const sha_words digest[STREAMS]) {
    uint32x4_t w[STREAMS][4];
    for (int stream = 0; stream < STREAMS; stream++) {
        w[stream][0] = digest[stream].first;
        w[stream][1] = digest[stream].second;
        w[stream][2] = lone_word(0x80000000, 0);
        w[stream][3] = lone_word((64 + 32) * 8, 3);
    }
    compress(state, w);
}

INLINE void start_hmac(sha_words state[STREAMS], const sha_words key[STREAMS], uint32_t filler) {
    const uint32x4_t fill = vdupq_n_u32(filler);
    uint32x4_t w[STREAMS][4];
    for (int stream = 0; stream < STREAMS; stream++) {
        state[stream] = constant_words(gaen_sha_start);
        w[stream][0] = veorq_u32(key[stream].first, fill);
        w[stream][1] = veorq_u32(key[stream].second, fill);
        w[stream][2] = w[stream][3] = fill;
    }
    compress(state, w);
}

/// The RPIKs, as words, of the two keys from `place` on.
static void derive_rpiks(const gaen_batch *batch, size_t place, uint32x4_t rpik[STREAMS]) {
    sha_words inner[STREAMS], outer[STREAMS], pseudo_random_key[STREAMS];
    uint32x4_t w[STREAMS][4];
    for (int stream = 0; stream < STREAMS; stream++) {
        uint32_t key[4];
        for (int i = 0; i < 4; i++) {
            key[i] = batch->words[i][place + (size_t)stream];
        }
        inner[stream] = constant_words(gaen_salt_inner);
        pseudo_random_key[stream] = constant_words(gaen_salt_outer);
        w[stream][0] = vld1q_u32(key);
        w[stream][1] = lone_word(0x80000000, 0);
        w[stream][2] = vdupq_n_u32(0);
        w[stream][3] = lone_word((64 + 16) * 8, 3);
    }
    compress(inner, w);
    finish(pseudo_random_key, inner);
    start_hmac(inner, pseudo_random_key, 0x36363636);
    compress_info(inner);
    start_hmac(outer, pseudo_random_key, 0x5c5c5c5c);
    finish(outer, inner);
    for (int stream = 0; stream < STREAMS; stream++) {
        rpik[stream] = outer[stream].first;
    }
}

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

/// Encrypts `count` states side by side. AESE adds the round key first, so the last one is added by itself.
INLINE void encrypt_states(const gaen_batch *batch, size_t key, uint8x16_t *states, int count) {
    for (int round = 0; round < ROUND_KEYS - 2; round++) {
        const uint8x16_t material = vld1q_u8(batch->round_keys[round][key]);
        for (int i = 0; i < count; i++) {
            states[i] = vaesmcq_u8(vaeseq_u8(states[i], material));
        }
    }
    const uint8x16_t material = vld1q_u8(batch->round_keys[ROUND_KEYS - 2][key]);
    const uint8x16_t last = vld1q_u8(batch->round_keys[ROUND_KEYS - 1][key]);
    for (int i = 0; i < count; i++) {
        states[i] = veorq_u8(vaeseq_u8(states[i], material), last);
    }
}

// MARK: - The engine

enum { STATES = 8 };

static size_t sweep(const gaen_batch *batch, const gaen_filter *filter, gaen_place *places) {
    const gaen_filter local = *filter;
    size_t count = 0;
    for (size_t key = 0; key < BATCH_KEYS; key++) {
        for (uint32_t interval = 0; interval < batch->intervals[key]; interval += STATES) {
            uint8x16_t states[STATES];
            for (uint32_t i = 0; i < STATES; i++) {
                states[i] = padded_interval(batch->start[key] + interval + i);
            }
            encrypt_states(batch, key, states, STATES);
            for (uint32_t i = 0; i < STATES; i++) {
                places[count] = (interval + i) * BATCH_KEYS + (gaen_place)key;
                count += gaen_filter_holds(&local, vgetq_lane_u32(vreinterpretq_u32_u8(states[i]), 0));
            }
        }
    }
    return count;
}

static void encrypt(
    const gaen_batch *batch,
    const gaen_place *places,
    size_t count,
    gaen_identifier *identifiers
) {
    for (size_t i = 0; i < count; i++) {
        const size_t key = places[i] % BATCH_KEYS;
        uint8x16_t state = padded_interval(batch->start[key] + places[i] / BATCH_KEYS);
        encrypt_states(batch, key, &state, 1);
        vst1q_u8((uint8_t *)identifiers[i].words, state);
    }
}

#pragma clang attribute pop

const gaen_engine gaen_arm_crypto_engine = {derive, sweep, encrypt};

#endif
