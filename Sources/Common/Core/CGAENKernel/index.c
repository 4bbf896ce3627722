// The identifiers of the sightings: two filters, then buckets of whole identifiers.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

/// The smallest n with 2^n >= value, from 2^least to 2^most.
static unsigned log2_within(size_t value, unsigned least, unsigned most) {
    unsigned result = least;
    while (result < most && ((size_t)1 << result) < value) {
        result++;
    }
    return result;
}

/// The caller's identifier `number`, its bytes in the order in which they are broadcast.
static gaen_identifier identifier_at(const void *identifiers, size_t stride, size_t number) {
    gaen_bytes16 source;
    memcpy(&source, (const char *)identifiers + number * stride, sizeof source);
    const uint64_t halves[2] = {__builtin_bswap64(source.high), __builtin_bswap64(source.low)};
    gaen_identifier result = {
        {(uint32_t)halves[0], (uint32_t)(halves[0] >> 32), (uint32_t)halves[1], (uint32_t)(halves[1] >> 32)}
    };
    return result;
}

/// Makes an empty filter of 2^log2_bits bits, at least 2^6.
static bool make_filter(gaen_index *index, gaen_filter *filter, unsigned log2_bits) {
    filter->shift = 32 - (log2_bits - 5);
    const size_t size = (size_t)1 << (log2_bits - 3);
    index->size += size;
    filter->words = aligned_alloc(64, size < 64 ? 64 : size);
    if (filter->words != NULL) {
        memset(filter->words, 0, size);
    }
    return filter->words != NULL;
}

static void add_to_filter(gaen_filter *filter, uint32_t value) {
    filter->words[value >> filter->shift] |= (uint32_t)1 << (value & 31);
}

static bool allocate(gaen_index *index, size_t count) {
    // 32 to 64 bits for each sighting, so that some three of a key's 144 identifiers pass the first filter. The limit, which
    // 2^22 sightings reach, holds back who would fill the memory.
    const unsigned filter_bits = log2_within(count * 32, 12, 27);
    const unsigned buckets = log2_within(count, 4, 27);
    index->bucket_shift = 32 - buckets;
    index->bounds = calloc(((size_t)1 << buckets) + 1, sizeof(uint32_t));
    index->entries = aligned_alloc(64, (count * sizeof(gaen_identifier) / 64 + 1) * 64);
    index->numbers = malloc((count + 1) * sizeof(uint32_t));
    index->size = sizeof(gaen_index) + (((size_t)1 << buckets) + 1) * sizeof(uint32_t)
        + count * (sizeof(gaen_identifier) + sizeof(uint32_t));
    const bool has_filters =
        make_filter(index, &index->first, filter_bits) && make_filter(index, &index->second, filter_bits);
    return has_filters && index->bounds != NULL && index->entries != NULL && index->numbers != NULL;
}

/// Sorts into buckets, in the caller's order within each (a counting sort).
static void fill(gaen_index *index, const void *identifiers, size_t stride) {
    uint32_t *bounds = index->bounds;
    for (size_t number = 0; number < index->count; number++) {
        const gaen_identifier identifier = identifier_at(identifiers, stride, number);
        add_to_filter(&index->first, identifier.words[0]);
        add_to_filter(&index->second, identifier.words[1]);
        bounds[gaen_bucket(index, &identifier) + 1]++;
    }
    const size_t buckets = (size_t)1 << (32 - index->bucket_shift);
    for (size_t bucket = 0; bucket < buckets; bucket++) {
        bounds[bucket + 1] += bounds[bucket];
    }
    // Filled from the back, each bucket's end moves down to its start.
    for (size_t number = index->count; number-- > 0;) {
        const gaen_identifier identifier = identifier_at(identifiers, stride, number);
        const uint32_t place = --bounds[gaen_bucket(index, &identifier) + 1];
        index->entries[place] = identifier;
        index->numbers[place] = (uint32_t)number;
    }
    memmove(bounds, bounds + 1, buckets * sizeof(uint32_t));
    bounds[buckets] = (uint32_t)index->count;
}

gaen_index *gaen_index_create(const void *identifiers, size_t stride, size_t count) {
    if (count > INT32_MAX) {
        return NULL;
    }
    gaen_index *index = calloc(1, sizeof(gaen_index));
    if (index == NULL) {
        return NULL;
    }
    index->count = count;
    if (!allocate(index, count)) {
        gaen_index_destroy(index);
        return NULL;
    }
    fill(index, identifiers, stride);
    return index;
}

void gaen_index_destroy(gaen_index *index) {
    if (index == NULL) {
        return;
    }
    free(index->first.words);
    free(index->second.words);
    free(index->bounds);
    free(index->entries);
    free(index->numbers);
    free(index);
}

size_t gaen_index_size(const gaen_index *index) {
    return index->size;
}

/// The first entry from `entry` on, within the bucket of `identifier`, that is equal to it.
static uint32_t find_from(const gaen_index *index, const gaen_identifier *identifier, uint32_t entry) {
    const uint32_t end = index->bounds[gaen_bucket(index, identifier) + 1];
    for (; entry < end; entry++) {
        if (memcmp(&index->entries[entry], identifier, sizeof *identifier) == 0) {
            return entry;
        }
    }
    return GAEN_NO_ENTRY;
}

uint32_t gaen_index_find(const gaen_index *index, const gaen_identifier *identifier) {
    return find_from(index, identifier, index->bounds[gaen_bucket(index, identifier)]);
}

uint32_t gaen_index_next(const gaen_index *index, uint32_t entry) {
    return find_from(index, &index->entries[entry], entry + 1);
}

uint32_t gaen_index_number(const gaen_index *index, uint32_t entry) {
    return index->numbers[entry];
}
