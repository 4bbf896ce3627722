// HKDF-SHA256 of several keys, whose instructions fill each other's waiting times. Each path with SHA instructions includes
// this file after saying what its vectors are:
//
// STREAMS             how many keys go side by side
// vector              four 32-bit words, the first in the lowest place: load_vector, lone_word, filled, added, xored
// sha_words           eight words of a digest or half a message: first, second
// sha_state           the working variables in the order that the instructions want: state_of, words_of, add_state
// run_four_rounds     of the compression
// next_words          of the message schedule, behind the sixteen of which w[i] holds the oldest

INLINE sha_words constant_words(const uint32_t *words) {
    const sha_words result = {load_vector(words), load_vector(words + 4)};
    return result;
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

/// Compresses the block that is the same for every key.
INLINE void compress_info(sha_state state[STREAMS]) {
    sha_state before[STREAMS];
    for (int stream = 0; stream < STREAMS; stream++) {
        before[stream] = state[stream];
    }
#pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
        const vector input = load_vector(gaen_info_k + 4 * i);
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

/// The RPIKs, as words, of the keys from `place` on.
static void derive_rpiks(const gaen_batch *batch, size_t place, vector rpik[STREAMS]) {
    sha_state inner[STREAMS], outer[STREAMS], pseudo_random_key[STREAMS];
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
    start_hmac(inner, pseudo_random_key, 0x36363636);
    compress_info(inner);
    start_hmac(outer, pseudo_random_key, 0x5c5c5c5c);
    finish(outer, inner);
    for (int stream = 0; stream < STREAMS; stream++) {
        rpik[stream] = words_of(outer[stream]).first;
    }
}
