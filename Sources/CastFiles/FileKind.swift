// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What a path leads to. Symbolic links are followed.
package enum FileKind: Sendable, Hashable {
    case regularFile
    case folder
    /// A device, a pipe or a socket.
    case other

    /// Asks the file system; nil if the path leads nowhere, or to what this user may not see. Blocks on the file system.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regularFile
        case S_IFDIR: self = .folder
        default: self = .other
        }
    }
}
