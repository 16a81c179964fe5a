// SPDX-License-Identifier: Apache-2.0
// The system's DNS service discovery API (Apple's `dns_sd.h`), as provided by Avahi's compatibility library.
#include <dns_sd.h>
