// SPDX-License-Identifier: Apache-2.0

#include "CAllocationCounter.h"

// The malloc of an executable takes precedence over that of the C library, for all loaded libraries as well, so these
// definitions receive all allocations of the process. glibc provides its own functions with other names for this
// purpose. Allocations are counted per thread, so that other threads do not affect a measurement.

#if defined(__linux__) && defined(__GLIBC__)

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// With the model initial-exec, access to the variable does not allocate.
static __thread __attribute__((tls_model("initial-exec"))) uint64_t allocations;

void *malloc(size_t size) {
    allocations += 1;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations += 1;
    return __libc_calloc(count, size);
}

void *realloc(void *pointer, size_t size) {
    allocations += 1;
    return __libc_realloc(pointer, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations += 1;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations += 1;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **pointer, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
    allocations += 1;
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *pointer = memory;
    return 0;
}

bool cast_counts_allocations(void) { return true; }
uint64_t cast_allocations_of_this_thread(void) { return allocations; }

#else

bool cast_counts_allocations(void) { return false; }
uint64_t cast_allocations_of_this_thread(void) { return 0; }

#endif
