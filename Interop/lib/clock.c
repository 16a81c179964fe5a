// SPDX-License-Identifier: Apache-2.0
// Loaded before a program, moves its clock by CLOCK_SKEW seconds. Clocks that measure durations stay.

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t skew(void) {
    const char *seconds = getenv("CLOCK_SKEW");
    return seconds ? atol(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += skew();
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int result = (int)syscall(SYS_gettimeofday, now, zone);
    if (result == 0 && now) now->tv_sec += skew();
    return result;
}

time_t time(time_t *now) {
    struct timespec current;
    clock_gettime(CLOCK_REALTIME, &current);
    if (now) *now = current.tv_sec;
    return current.tv_sec;
}
