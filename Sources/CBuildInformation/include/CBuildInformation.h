// SPDX-License-Identifier: Apache-2.0

#ifndef CAST_BUILD_INFORMATION_H
#define CAST_BUILD_INFORMATION_H

/// The commit that this build was made from, as it was in the environment variable CAST_COMMIT of the build; NULL without
/// this variable, as in the build of a developer, whose files may differ from any commit.
const char *cast_build_commit(void);

#endif
