#ifndef AVVISO_CKERNELCLOCK_SHIM_H
#define AVVISO_CKERNELCLOCK_SHIM_H

#include <stdint.h>
#include <sys/timex.h>
#include <time.h>

/* What the kernel says of its calendar (adjtimex(2), which changes nothing with modes = 0). Swift's own modules leave
 * <sys/timex.h> out. */
struct avviso_kernel_time {
    /* 0 where the kernel does not say: the other fields mean nothing. */
    int is_known;
    int is_synchronised;
    /* Seconds since 1970. */
    int64_t seconds;
};

static inline struct avviso_kernel_time avviso_kernel_time(void) {
    struct timex state = {0};
    int code = adjtimex(&state);
    struct avviso_kernel_time answer = {
        .is_known = code != -1,
        .is_synchronised = code != TIME_ERROR && (state.status & STA_UNSYNC) == 0,
        .seconds = state.time.tv_sec,
    };
    return answer;
}

/* Seconds since the machine started, its sleep included; -1 where the system has no such clock. */
static inline int64_t avviso_seconds_since_boot(void) {
    struct timespec moment;
    return clock_gettime(CLOCK_BOOTTIME, &moment) == 0 ? (int64_t)moment.tv_sec : -1;
}

#endif
