// Sixteen keys at a time: derive, sweep, and look closely at what the first filter let through.
#include "kernel.h"

#include <string.h>

/// What is known of a batch: for each key which intervals hit, and what; all of it void where the count is zero.
typedef struct {
    size_t count;
    uint64_t hit[BATCH_KEYS][(GAEN_INTERVALS_PER_KEY + 63) / 64];
    uint32_t entry[BATCH_KEYS][GAEN_INTERVALS_PER_KEY];
} gaen_findings;

static size_t at_most(size_t value, size_t limit) {
    return value < limit ? value : limit;
}

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

/// Has the memory bring the keys that come next.
static void prefetch_keys(const char *keys, size_t stride, size_t count) {
    for (size_t i = 0; i < count; i++) {
        __builtin_prefetch(keys + i * stride);
    }
}

/// Has the memory bring what the next steps read of the index.
static void prefetch_index(const gaen_index *index, const gaen_sweep *sweep) {
    for (size_t i = 0; i < sweep->passed_count; i++) {
        const gaen_identifier *identifier = &sweep->identifiers[sweep->passed[i]];
        __builtin_prefetch(&index->second.words[identifier->words[1] >> index->second.shift]);
        __builtin_prefetch(&index->bounds[gaen_bucket(index, identifier)]);
    }
}

/// Keeps what the second filter lets through as well.
static void narrow(gaen_sweep *sweep, gaen_filter second) {
    size_t count = 0;
    for (size_t i = 0; i < sweep->passed_count; i++) {
        const uint32_t place = sweep->passed[i];
        sweep->passed[count] = place;
        count += gaen_filter_holds(&second, sweep->identifiers[place].words[1]);
    }
    sweep->passed_count = count;
}

static void add_finding(gaen_findings *findings, size_t key, size_t interval, uint32_t entry) {
    if (findings->count++ == 0) {
        memset(findings->hit, 0, sizeof findings->hit);
    }
    findings->hit[key][interval / 64] |= (uint64_t)1 << interval % 64;
    findings->entry[key][interval] = entry;
}

/// Compares what passed both filters with whole identifiers.
static void confirm(
    const gaen_index *index,
    const gaen_batch *batch,
    const gaen_sweep *sweep,
    gaen_findings *findings
) {
    findings->count = 0;
    for (size_t i = 0; i < sweep->passed_count; i++) {
        const uint32_t place = sweep->passed[i];
        // Undoes gaen_place.
        const size_t key = place / QUAD_IDENTIFIERS * QUAD + place % QUAD;
        const size_t interval = place % QUAD_IDENTIFIERS / QUAD;
        if (interval >= batch->intervals[key]) {
            continue;
        }
        const uint32_t entry = gaen_index_find(index, &sweep->identifiers[place]);
        if (entry != GAEN_NO_ENTRY) {
            add_finding(findings, key, interval, entry);
        }
    }
}

static void match_batch(
    const gaen_index *index,
    const gaen_engine *engine,
    gaen_batch *batch,
    gaen_findings *findings
) {
    gaen_sweep sweep;
    engine->derive(batch);
    engine->sweep(batch, &index->first, &sweep);
    prefetch_index(index, &sweep);
    narrow(&sweep, index->second);
    confirm(index, batch, &sweep, findings);
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
            const gaen_hit hit = {(uint32_t)position->key, interval, findings->entry[place][interval]};
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
        const char *next = (const char *)keys + position->key * stride;
        const size_t taken = at_most(count - position->key, BATCH_KEYS);
        load(&batch, next, stride, taken);
        prefetch_keys(next + taken * stride, stride, at_most(count - position->key - taken, BATCH_KEYS));
        match_batch(index, engine, &batch, &findings);
        if (findings.count == 0) {
            position->key += taken;
            position->interval = 0;
            continue;
        }
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
    uint32_t nothing[2] = {0};
    const gaen_filter filter = {nothing, 31};
    gaen_batch batch;
    gaen_sweep sweep;
    for (size_t first = 0; first < count; first += BATCH_KEYS) {
        const size_t taken = at_most(count - first, BATCH_KEYS);
        load(&batch, (const char *)(keys + first), sizeof *keys, taken);
        for (size_t key = 0; key < taken; key++) {
            batch.intervals[key] = GAEN_INTERVALS_PER_KEY;
        }
        engine->derive(&batch);
        engine->sweep(&batch, &filter, &sweep);
        for (size_t key = 0; key < taken; key++) {
            for (size_t interval = 0; interval < GAEN_INTERVALS_PER_KEY; interval++) {
                memcpy(identifiers++, &sweep.identifiers[gaen_place(key, interval)], 16);
            }
        }
    }
}
