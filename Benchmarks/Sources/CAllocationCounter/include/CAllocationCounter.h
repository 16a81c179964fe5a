#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted on this platform.
bool cast_counts_allocations(void);

/// How often the calling thread has asked the allocator for memory since it began: malloc, calloc, realloc and the
/// aligned kinds, each call once.
uint64_t cast_allocations_of_this_thread(void);

#endif
