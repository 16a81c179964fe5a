// SPDX-License-Identifier: Apache-2.0

#include "CBuildInformation.h"

#include <stddef.h>

const char *cast_build_commit(void) {
#ifdef CAST_COMMIT
    return CAST_COMMIT;
#else
    return NULL;
#endif
}
