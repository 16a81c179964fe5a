// The first file of MulticastDNS.
