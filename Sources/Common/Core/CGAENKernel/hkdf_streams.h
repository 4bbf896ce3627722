// HMAC and HKDF with SHA-256 of several keys, whose instructions fill each other's waiting times. Each path with SHA
// instructions includes this file after saying what its vectors are:
//
// STREAMS             how many keys go side by side
// vector              four 32-bit words, the first in the lowest place: load_vector, store_vector, lone_word, filled,
//                     added, xored
// sha_words           eight words of a digest or half a message: first, second
// sha_state           the working variables in the order that the instructions want: state_of, words_of, add_state
// run_four_rounds     of the compression
// next_words          of the message schedule, behind the sixteen of which w[i] holds the oldest

INLINE sha_words constant_words(const uint32_t *words) {
    const sha_words result = {load_vector(words), load_vector(words + 4)};
    return result;
}

INLINE void store_words(uint32_t *target, sha_words words) {
    store_vector(target, words.first);
    store_vector(target + 4, words.second);
}

/// Four rounds with the words w[i].
INLINE void run_keyed_rounds(sha_state state[STREAMS], vector w[STREAMS][4], const uint32_t *k, int i) {
    const vector constants = load_vector(k);
    for (int stream = 0; stream < STREAMS; stream++) {
        run_four_rounds(&state[stream], added(w[stream][i], constants));
    }
}

INLINE void compress(sha_state state[STREAMS], vector w[STREAMS][4]) {
    sha_state before[STREAMS];
    for (int stream = 0; stream < STREAMS; stream++) {
        before[stream] = state[stream];
    }
    // Left alone, a compiler keeps `w` in memory. With all 64 rounds in a row, the code of a key outgrows the cache of
    // decoded instructions.
#pragma clang loop unroll(disable)
    for (int block = 0; block < 48; block += 16) {
#pragma clang loop unroll(full)
        for (int i = 0; i < 4; i++) {
            run_keyed_rounds(state, w, gaen_sha_k + block + 4 * i, i);
            for (int stream = 0; stream < STREAMS; stream++) {
                w[stream][i] = next_words(w[stream], i);
            }
        }
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 4; i++) {
        run_keyed_rounds(state, w, gaen_sha_k + 48 + 4 * i, i);
    }
    for (int stream = 0; stream < STREAMS; stream++) {
        add_state(&state[stream], before[stream]);
    }
}

/// Compresses the block that is the same for every key, of which the schedule with the round constants is known.
INLINE void compress_shared(sha_state state[STREAMS], const uint32_t schedule[64]) {
    sha_state before[STREAMS];
    for (int stream = 0; stream < STREAMS; stream++) {
        before[stream] = state[stream];
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
        const vector input = load_vector(schedule + 4 * i);
        for (int stream = 0; stream < STREAMS; stream++) {
            run_four_rounds(&state[stream], input);
        }
    }
    for (int stream = 0; stream < STREAMS; stream++) {
        add_state(&state[stream], before[stream]);
    }
}

/// Goes on with one block: a digest, the padding, and the length of it all in bits.
INLINE void finish(sha_state state[STREAMS], const sha_state digest[STREAMS]) {
    vector w[STREAMS][4];
    for (int stream = 0; stream < STREAMS; stream++) {
        const sha_words words = words_of(digest[stream]);
        w[stream][0] = words.first;
        w[stream][1] = words.second;
        w[stream][2] = lone_word(0x80000000, 0);
        w[stream][3] = lone_word((64 + 32) * 8, 3);
    }
    compress(state, w);
}

INLINE void start_hmac(sha_state state[STREAMS], const sha_state key[STREAMS], uint32_t filler) {
    const vector fill = filled(filler);
    vector w[STREAMS][4];
    for (int stream = 0; stream < STREAMS; stream++) {
        const sha_words words = words_of(key[stream]);
        state[stream] = state_of(constant_words(gaen_sha_start));
        w[stream][0] = xored(words.first, fill);
        w[stream][1] = xored(words.second, fill);
        w[stream][2] = w[stream][3] = fill;
    }
    compress(state, w);
}

/// HMAC under keys of 32 bytes of a message whose only block is the same for every key.
INLINE void make_codes(sha_state codes[STREAMS], const sha_state keys[STREAMS], const uint32_t schedule[64]) {
    sha_state inner[STREAMS];
    start_hmac(inner, keys, 0x36363636);
    compress_shared(inner, schedule);
    start_hmac(codes, keys, 0x5c5c5c5c);
    finish(codes, inner);
}

/// The RPIKs, as words, of the keys from `place` on.
static void derive_rpiks(const gaen_batch *batch, size_t place, vector rpik[STREAMS]) {
    sha_state inner[STREAMS], pseudo_random_key[STREAMS], codes[STREAMS];
    vector w[STREAMS][4];
    for (int stream = 0; stream < STREAMS; stream++) {
        uint32_t key[4];
        for (int i = 0; i < 4; i++) {
            key[i] = batch->words[i][place + (size_t)stream];
        }
        inner[stream] = state_of(constant_words(gaen_salt_inner));
        pseudo_random_key[stream] = state_of(constant_words(gaen_salt_outer));
        w[stream][0] = load_vector(key);
        w[stream][1] = lone_word(0x80000000, 0);
        w[stream][2] = filled(0);
        w[stream][3] = lone_word((64 + 16) * 8, 3);
    }
    compress(inner, w);
    finish(pseudo_random_key, inner);
    make_codes(codes, pseudo_random_key, gaen_info_k);
    for (int stream = 0; stream < STREAMS; stream++) {
        rpik[stream] = words_of(codes[stream]).first;
    }
}

static void authenticate(const uint32_t schedule[64], gaen_lanes *keys, size_t count) {
    for (size_t place = 0; place < count; place += STREAMS) {
        sha_state states[STREAMS], codes[STREAMS];
        uint32_t words[STREAMS][8];
        for (size_t stream = 0; stream < STREAMS; stream++) {
            for (int i = 0; i < 8; i++) {
                words[stream][i] = keys->words[i][place + stream];
            }
            states[stream] = state_of(constant_words(words[stream]));
        }
        make_codes(codes, states, schedule);
        for (size_t stream = 0; stream < STREAMS; stream++) {
            store_words(words[stream], words_of(codes[stream]));
            for (int i = 0; i < 8; i++) {
                keys->words[i][place + stream] = words[stream][i];
            }
        }
    }
}
