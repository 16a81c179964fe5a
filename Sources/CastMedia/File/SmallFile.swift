// SPDX-License-Identifier: Apache-2.0

import SystemErrors

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Reading of small files, also pipes, such as those of a shell's process substitution.
package enum SmallFile {
    /// The reason that a file cannot be read.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// Reads a file to its end. Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - path: The path of the file or pipe.
    ///   - limit: The maximum size in bytes.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        do {
            let file = try FileDescriptor.open(FilePath(path), .readOnly)
            return try file.closeAfter {
                var content: [UInt8] = []
                var piece = [UInt8](repeating: 0, count: 64 << 10)
                while true {
                    let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
                    guard count > 0 else { return content }
                    guard content.count + count <= limit else {
                        throw Failure(description: "it is larger than \(limit >> 10) KiB")
                    }
                    content += piece[..<count]
                }
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(description: (error as? Errno).map { "\($0)" } ?? SystemErrorText.describe(error))
        }
    }
}
