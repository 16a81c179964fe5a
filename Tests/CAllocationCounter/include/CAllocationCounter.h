// SPDX-License-Identifier: Apache-2.0

#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted on this platform.
bool cast_counts_allocations(void);

/// The number of allocator calls of the calling thread so far: malloc, calloc, realloc and the aligned variants.
uint64_t cast_allocations_of_this_thread(void);

#endif
