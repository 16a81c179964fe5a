// SPDX-License-Identifier: Apache-2.0
// The header that apps for the original framework import. `@import GoogleCast; @import GoogleCastConstants;` is the same.

#if defined(__OBJC__) && defined(__APPLE__)
@import GoogleCast;
@import GoogleCastConstants;
#endif
