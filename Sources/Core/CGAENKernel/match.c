// Sixteen keys at a time: derive, sweep, and look closely at what the first filter let through.
#include "kernel.h"

#include <string.h>

/// What is known of a batch: for each key which intervals hit, and what.
typedef struct {
    uint64_t hit[BATCH_KEYS][(GAEN_INTERVALS_PER_KEY + 63) / 64];
    uint32_t identifier[BATCH_KEYS][GAEN_INTERVALS_PER_KEY];
} gaen_findings;

/// Identifiers that are confirmed together, so that their way through memory overlaps.
enum { CHUNK = 256 };

static void load_key(gaen_batch *batch, size_t place, const gaen_key *key) {
    batch->words[0][place] = (uint32_t)(key->data.high >> 32);
    batch->words[1][place] = (uint32_t)key->data.high;
    batch->words[2][place] = (uint32_t)(key->data.low >> 32);
    batch->words[3][place] = (uint32_t)key->data.low;
    batch->start[place] = key->rolling_start;
    // Intervals behind the last 32-bit number do not exist.
    const int64_t left = (int64_t)UINT32_MAX - key->rolling_start + 1;
    const bool is_valid = key->rolling_period >= 1 && key->rolling_period <= GAEN_INTERVALS_PER_KEY;
    const int64_t period = is_valid ? key->rolling_period : 0;
    batch->intervals[place] = (uint32_t)(period < left ? period : left);
}

static void load(gaen_batch *batch, const char *keys, size_t stride, size_t count) {
    for (size_t place = 0; place < BATCH_KEYS; place++) {
        gaen_key key = {{0, 0}, 0, 0, 0};
        if (place < count) {
            memcpy(&key, keys + place * stride, sizeof key);
        }
        load_key(batch, place, &key);
    }
}

static void look_up(
    const gaen_index *index,
    const gaen_engine *engine,
    const gaen_batch *batch,
    const gaen_place *places,
    size_t count,
    gaen_findings *findings
) {
    gaen_identifier identifiers[CHUNK];
    uint16_t passed[CHUNK];
    const gaen_filter *filter = gaen_index_second_filter(index);
    engine->encrypt(batch, places, count, identifiers);
    for (size_t i = 0; i < count; i++) {
        __builtin_prefetch(&filter->words[identifiers[i].words[1] >> filter->shift]);
    }
    size_t passed_count = 0;
    for (size_t i = 0; i < count; i++) {
        passed[passed_count] = (uint16_t)i;
        passed_count += gaen_filter_holds(filter, identifiers[i].words[1]);
    }
    for (size_t i = 0; i < passed_count; i++) {
        const gaen_place place = places[passed[i]];
        const size_t key = place % BATCH_KEYS, interval = place / BATCH_KEYS;
        if (interval >= batch->intervals[key]) {
            continue;
        }
        const uint32_t number = gaen_index_find(index, &identifiers[passed[i]]);
        if (number != UINT32_MAX) {
            findings->hit[key][interval / 64] |= (uint64_t)1 << interval % 64;
            findings->identifier[key][interval] = number;
        }
    }
}

static void match_batch(
    const gaen_index *index,
    const gaen_engine *engine,
    gaen_batch *batch,
    gaen_findings *findings
) {
    gaen_place places[BATCH_IDENTIFIERS + BATCH_KEYS];
    memset(findings->hit, 0, sizeof findings->hit);
    engine->derive(batch);
    const size_t count = engine->sweep(batch, gaen_index_first_filter(index), places);
    for (size_t done = 0; done < count; done += CHUNK) {
        look_up(index, engine, batch, places + done, count - done < CHUNK ? count - done : CHUNK, findings);
    }
}

/// Writes the hits of the key at `place` from `position` on; says whether there was room for all.
static bool report(
    const gaen_findings *findings,
    size_t place,
    gaen_position *position,
    gaen_hit *hits,
    size_t capacity,
    size_t *written
) {
    for (size_t word = position->interval / 64; word < sizeof findings->hit[0] / 8; word++) {
        uint64_t left = findings->hit[place][word];
        left &= position->interval > word * 64 ? UINT64_MAX << (position->interval - word * 64) : UINT64_MAX;
        for (; left != 0; left &= left - 1) {
            const uint32_t interval = (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(left);
            if (*written == capacity) {
                position->interval = interval;
                return false;
            }
            const gaen_hit hit = {(uint32_t)position->key, interval, findings->identifier[place][interval]};
            hits[(*written)++] = hit;
        }
    }
    return true;
}

size_t gaen_match(
    const gaen_index *index,
    gaen_path path,
    const void *keys,
    size_t stride,
    size_t count,
    gaen_position *position,
    gaen_hit *hits,
    size_t capacity
) {
    const gaen_engine *engine = gaen_engine_for(path);
    gaen_batch batch;
    gaen_findings findings;
    size_t written = 0;
    while (position->key < count) {
        const size_t left = count - position->key;
        const size_t taken = left < BATCH_KEYS ? left : BATCH_KEYS;
        load(&batch, (const char *)keys + position->key * stride, stride, taken);
        match_batch(index, engine, &batch, &findings);
        for (size_t place = 0; place < taken; place++) {
            if (!report(&findings, place, position, hits, capacity, &written)) {
                return written;
            }
            position->key++;
            position->interval = 0;
        }
    }
    return written;
}

void gaen_identifiers(gaen_path path, const gaen_key *keys, size_t count, uint8_t (*identifiers)[16]) {
    const gaen_engine *engine = gaen_engine_for(path);
    gaen_batch batch;
    for (size_t first = 0; first < count; first += BATCH_KEYS) {
        const size_t taken = count - first < BATCH_KEYS ? count - first : BATCH_KEYS;
        load(&batch, (const char *)(keys + first), sizeof *keys, taken);
        engine->derive(&batch);
        for (size_t key = 0; key < taken; key++) {
            gaen_place places[GAEN_INTERVALS_PER_KEY];
            gaen_identifier results[GAEN_INTERVALS_PER_KEY];
            for (size_t interval = 0; interval < GAEN_INTERVALS_PER_KEY; interval++) {
                places[interval] = (gaen_place)(interval * BATCH_KEYS + key);
            }
            engine->encrypt(&batch, places, GAEN_INTERVALS_PER_KEY, results);
            memcpy(identifiers + (first + key) * GAEN_INTERVALS_PER_KEY, results, sizeof results);
        }
    }
}
