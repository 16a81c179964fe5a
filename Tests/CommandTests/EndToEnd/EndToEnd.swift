import Testing

/// The built tool against the built tool: real multicast DNS, TLS and HTTP on loopback.
///
/// One after the other: each test starts several processes.
@Suite("End to end", .serialized)
enum EndToEnd {}
