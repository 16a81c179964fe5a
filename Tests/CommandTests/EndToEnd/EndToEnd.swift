// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests of the built tool against itself, with real multicast DNS, TLS and HTTP on loopback.
///
/// The tests run serially, because each of them starts several processes.
@Suite("End to end", .serialized)
enum EndToEnd {}
