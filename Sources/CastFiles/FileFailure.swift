// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A system call on a file that failed.
package struct FileFailure: Error, Hashable {
    /// The failed step: `creating`, `opening`, `reading`, `writing` or `replacing`.
    package var operation: String
    /// The value of `errno`.
    package var number: Int32

    init(_ operation: String) {
        self.operation = operation
        number = errno
    }
}

extension FileFailure: CustomStringConvertible {
    /// The system's reason.
    package var description: String { String(cString: strerror(number)) }
}
