// Apple's interface to the system's DNS service discovery, here as Avahi's compatibility library offers it.
#include <dns_sd.h>
