// SPDX-License-Identifier: Apache-2.0

/// A value that may be used from any thread, although its type is not declared as sendable on every system.
///
/// Unchecked, because only dispatch sources are stored: libdispatch documents them as usable from any thread, and Apple's
/// SDKs declare them as sendable, which the module for Linux does not.
struct ThreadSafe<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
