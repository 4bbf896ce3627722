// Which paths this processor can take.
#include "kernel.h"

#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

#if defined(__x86_64__)

static bool has_aes_sha(void) {
    return __builtin_cpu_supports("aes") && __builtin_cpu_supports("sha") && __builtin_cpu_supports("sse4.1");
}

static bool has_avx512(void) {
    return __builtin_cpu_supports("aes") && __builtin_cpu_supports("vaes") && __builtin_cpu_supports("avx512f")
        && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("popcnt");
}

static const gaen_engine *engine_or_null(gaen_path path) {
    switch (path) {
    case GAEN_PATH_PORTABLE: return &gaen_portable_engine;
    case GAEN_PATH_X86_AES_SHA: return has_aes_sha() ? &gaen_x86_aes_sha_engine : NULL;
    case GAEN_PATH_X86_AVX512: return has_avx512() ? &gaen_x86_avx512_engine : NULL;
    default: return NULL;
    }
}

#elif defined(__aarch64__)

static bool has_crypto(void) {
#if defined(__linux__)
    // HWCAP_AES and HWCAP_SHA2 of the kernel's asm/hwcap.h.
    return (getauxval(AT_HWCAP) >> 3 & 1) && (getauxval(AT_HWCAP) >> 6 & 1);
#else
    // Every 64-bit processor of Apple's phones and computers has both.
    return true;
#endif
}

static const gaen_engine *engine_or_null(gaen_path path) {
    switch (path) {
    case GAEN_PATH_PORTABLE: return &gaen_portable_engine;
    case GAEN_PATH_ARM_CRYPTO: return has_crypto() ? &gaen_arm_crypto_engine : NULL;
    default: return NULL;
    }
}

#else

static const gaen_engine *engine_or_null(gaen_path path) {
    return path == GAEN_PATH_PORTABLE ? &gaen_portable_engine : NULL;
}

#endif

const gaen_engine *gaen_engine_for(gaen_path path) {
    const gaen_engine *engine = engine_or_null(path);
    return engine != NULL ? engine : &gaen_portable_engine;
}

bool gaen_path_is_supported(gaen_path path) {
    return engine_or_null(path) != NULL;
}

gaen_path gaen_path_best(void) {
    for (int path = GAEN_PATH_COUNT - 1; path > GAEN_PATH_PORTABLE; path--) {
        if (gaen_path_is_supported((gaen_path)path)) {
            return (gaen_path)path;
        }
    }
    return GAEN_PATH_PORTABLE;
}
