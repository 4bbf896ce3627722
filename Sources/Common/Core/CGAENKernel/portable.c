// The path without any special instruction: FIPS 180-4, FIPS 197 and RFC 5869 in plain C.
#include "constants.h"
#include "kernel.h"

#include <string.h>

// MARK: - SHA-256

static uint32_t rotated(uint32_t value, unsigned count) {
    return value >> count | value << (32 - count);
}

void gaen_expand(const uint32_t message[16], uint32_t schedule[64]) {
    memcpy(schedule, message, 16 * sizeof(uint32_t));
    for (int i = 16; i < 64; i++) {
        const uint32_t early = schedule[i - 15], late = schedule[i - 2];
        schedule[i] = schedule[i - 16] + schedule[i - 7] + (rotated(early, 7) ^ rotated(early, 18) ^ early >> 3)
            + (rotated(late, 17) ^ rotated(late, 19) ^ late >> 10);
    }
    for (int i = 0; i < 64; i++) {
        schedule[i] += gaen_sha_k[i];
    }
}

static void run_rounds(uint32_t state[8], const uint32_t schedule[64]) {
    uint32_t s[8];
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 64; i++) {
        const uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        const uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        const uint32_t first =
            s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) + choice + schedule[i];
        const uint32_t second = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22)) + majority;
        memmove(s + 1, s, 7 * sizeof(uint32_t));
        s[4] += first;
        s[0] = first + second;
    }
    for (int i = 0; i < 8; i++) {
        state[i] += s[i];
    }
}

/// Goes on from `start` with one block: `count` words, the padding, and the length of it all in bits.
static void finish(uint32_t state[8], const uint32_t start[8], const uint32_t *words, int count, uint32_t bits) {
    uint32_t message[16] = {0}, schedule[64];
    memcpy(message, words, (size_t)count * sizeof(uint32_t));
    message[count] = 0x80000000;
    message[15] = bits;
    memcpy(state, start, 8 * sizeof(uint32_t));
    gaen_expand(message, schedule);
    run_rounds(state, schedule);
}

/// Hashes the pseudo-random key, padded with `filler`, as HMAC does with its key.
static void start_hmac(uint32_t state[8], const uint32_t key[8], uint32_t filler) {
    uint32_t message[16], schedule[64];
    for (int i = 0; i < 16; i++) {
        message[i] = (i < 8 ? key[i] : 0) ^ filler;
    }
    memcpy(state, gaen_sha_start, sizeof gaen_sha_start);
    gaen_expand(message, schedule);
    run_rounds(state, schedule);
}

/// HMAC under a key of 32 bytes of a message whose only block has this schedule.
static void make_code(uint32_t code[8], const uint32_t key[8], const uint32_t schedule[64]) {
    uint32_t inner[8], outer[8];
    start_hmac(inner, key, 0x36363636);
    start_hmac(outer, key, 0x5c5c5c5c);
    run_rounds(inner, schedule);
    finish(code, outer, inner, 8, (64 + 32) * 8);
}

/// HKDF-SHA256 of the key without a salt, info `EN-RPIK`: the first sixteen bytes are the RPIK.
static void derive_rpik(const uint32_t key[4], uint32_t rpik[8]) {
    uint32_t inner[8], pseudo_random_key[8];
    finish(inner, gaen_salt_inner, key, 4, (64 + 16) * 8);
    finish(pseudo_random_key, gaen_salt_outer, inner, 8, (64 + 32) * 8);
    make_code(rpik, pseudo_random_key, gaen_info_k);
}

// MARK: - AES-128

static const uint8_t substitution[256] = {
    0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76,
    0xca, 0x82, 0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0,
    0xb7, 0xfd, 0x93, 0x26, 0x36, 0x3f, 0xf7, 0xcc, 0x34, 0xa5, 0xe5, 0xf1, 0x71, 0xd8, 0x31, 0x15,
    0x04, 0xc7, 0x23, 0xc3, 0x18, 0x96, 0x05, 0x9a, 0x07, 0x12, 0x80, 0xe2, 0xeb, 0x27, 0xb2, 0x75,
    0x09, 0x83, 0x2c, 0x1a, 0x1b, 0x6e, 0x5a, 0xa0, 0x52, 0x3b, 0xd6, 0xb3, 0x29, 0xe3, 0x2f, 0x84,
    0x53, 0xd1, 0x00, 0xed, 0x20, 0xfc, 0xb1, 0x5b, 0x6a, 0xcb, 0xbe, 0x39, 0x4a, 0x4c, 0x58, 0xcf,
    0xd0, 0xef, 0xaa, 0xfb, 0x43, 0x4d, 0x33, 0x85, 0x45, 0xf9, 0x02, 0x7f, 0x50, 0x3c, 0x9f, 0xa8,
    0x51, 0xa3, 0x40, 0x8f, 0x92, 0x9d, 0x38, 0xf5, 0xbc, 0xb6, 0xda, 0x21, 0x10, 0xff, 0xf3, 0xd2,
    0xcd, 0x0c, 0x13, 0xec, 0x5f, 0x97, 0x44, 0x17, 0xc4, 0xa7, 0x7e, 0x3d, 0x64, 0x5d, 0x19, 0x73,
    0x60, 0x81, 0x4f, 0xdc, 0x22, 0x2a, 0x90, 0x88, 0x46, 0xee, 0xb8, 0x14, 0xde, 0x5e, 0x0b, 0xdb,
    0xe0, 0x32, 0x3a, 0x0a, 0x49, 0x06, 0x24, 0x5c, 0xc2, 0xd3, 0xac, 0x62, 0x91, 0x95, 0xe4, 0x79,
    0xe7, 0xc8, 0x37, 0x6d, 0x8d, 0xd5, 0x4e, 0xa9, 0x6c, 0x56, 0xf4, 0xea, 0x65, 0x7a, 0xae, 0x08,
    0xba, 0x78, 0x25, 0x2e, 0x1c, 0xa6, 0xb4, 0xc6, 0xe8, 0xdd, 0x74, 0x1f, 0x4b, 0xbd, 0x8b, 0x8a,
    0x70, 0x3e, 0xb5, 0x66, 0x48, 0x03, 0xf6, 0x0e, 0x61, 0x35, 0x57, 0xb9, 0x86, 0xc1, 0x1d, 0x9e,
    0xe1, 0xf8, 0x98, 0x11, 0x69, 0xd9, 0x8e, 0x94, 0x9b, 0x1e, 0x87, 0xe9, 0xce, 0x55, 0x28, 0xdf,
    0x8c, 0xa1, 0x89, 0x0d, 0xbf, 0xe6, 0x42, 0x68, 0x41, 0x99, 0x2d, 0x0f, 0xb0, 0x54, 0xbb, 0x16,
};

static void expand_key(gaen_batch *batch, size_t place, const uint32_t rpik[4]) {
    uint8_t schedule[ROUND_KEYS * 16];
    for (int i = 0; i < 16; i++) {
        schedule[i] = (uint8_t)(rpik[i / 4] >> (24 - i % 4 * 8));
    }
    uint8_t constant = 1;
    for (int i = 16; i < ROUND_KEYS * 16; i += 4) {
        uint8_t word[4];
        memcpy(word, schedule + i - 4, 4);
        if (i % 16 == 0) {
            const uint8_t first = word[0];
            word[0] = substitution[word[1]] ^ constant;
            word[1] = substitution[word[2]];
            word[2] = substitution[word[3]];
            word[3] = substitution[first];
            constant = (uint8_t)(constant << 1 ^ (constant >> 7) * 0x1b);
        }
        for (int j = 0; j < 4; j++) {
            schedule[i + j] = schedule[i + j - 16] ^ word[j];
        }
    }
    for (int round = 0; round < ROUND_KEYS; round++) {
        memcpy(batch->round_keys[round][place], schedule + round * 16, 16);
    }
}

static void add_round_key(uint8_t state[16], const uint8_t key[16]) {
    for (int i = 0; i < 16; i++) {
        state[i] ^= key[i];
    }
}

static void substitute_and_shift(uint8_t state[16]) {
    uint8_t before[16];
    memcpy(before, state, 16);
    for (int i = 0; i < 16; i++) {
        state[i] = substitution[before[(i + i % 4 * 4) % 16]];
    }
}

static uint8_t doubled(uint8_t value) {
    return (uint8_t)(value << 1 ^ (value >> 7) * 0x1b);
}

static void mix_columns(uint8_t state[16]) {
    for (int column = 0; column < 16; column += 4) {
        uint8_t *s = state + column;
        const uint8_t all = s[0] ^ s[1] ^ s[2] ^ s[3], first = s[0];
        for (int i = 0; i < 3; i++) {
            s[i] ^= all ^ doubled(s[i] ^ s[i + 1]);
        }
        s[3] ^= all ^ doubled(s[3] ^ first);
    }
}

static gaen_identifier encrypt_one(const gaen_batch *batch, size_t place, uint32_t interval) {
    const uint32_t number = batch->start[place] + interval;
    uint8_t state[16] = "EN-RPI";
    for (int i = 0; i < 4; i++) {
        state[12 + i] = (uint8_t)(number >> i * 8);
    }
    add_round_key(state, batch->round_keys[0][place]);
    for (int round = 1; round < ROUND_KEYS; round++) {
        substitute_and_shift(state);
        if (round < ROUND_KEYS - 1) {
            mix_columns(state);
        }
        add_round_key(state, batch->round_keys[round][place]);
    }
    gaen_identifier identifier;
    for (int i = 0; i < 4; i++) {
        identifier.words[i] = (uint32_t)state[i * 4] | (uint32_t)state[i * 4 + 1] << 8
            | (uint32_t)state[i * 4 + 2] << 16 | (uint32_t)state[i * 4 + 3] << 24;
    }
    return identifier;
}

// MARK: - The engine

static void derive(gaen_batch *batch) {
    for (size_t place = 0; place < BATCH_KEYS; place++) {
        uint32_t key[4], rpik[8];
        for (int i = 0; i < 4; i++) {
            key[i] = batch->words[i][place];
        }
        derive_rpik(key, rpik);
        expand_key(batch, place, rpik);
    }
}

static void sweep(const gaen_batch *batch, const gaen_filter *filter, gaen_sweep *sweep) {
    size_t count = 0;
    for (size_t key = 0; key < BATCH_KEYS; key++) {
        for (uint32_t interval = 0; interval < batch->intervals[key]; interval++) {
            const uint32_t place = gaen_place(key, interval);
            sweep->identifiers[place] = encrypt_one(batch, key, interval);
            sweep->passed[count] = place;
            count += gaen_filter_holds(filter, sweep->identifiers[place].words[0]);
        }
    }
    sweep->passed_count = count;
}

static void authenticate(const uint32_t schedule[64], gaen_lanes *keys, size_t count) {
    for (size_t place = 0; place < count; place++) {
        uint32_t key[8], code[8];
        for (int i = 0; i < 8; i++) {
            key[i] = keys->words[i][place];
        }
        make_code(code, key, schedule);
        for (int i = 0; i < 8; i++) {
            keys->words[i][place] = code[i];
        }
    }
}

const gaen_engine gaen_portable_engine = {derive, sweep, authenticate};
