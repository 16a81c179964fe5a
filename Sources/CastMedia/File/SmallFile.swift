// SPDX-License-Identifier: Apache-2.0

import CastFiles

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
        let content: [UInt8]
        do throws(FileFailure) {
            content = try LimitedFile.read(path, limit: limit + 1)
        } catch {
            throw Failure(description: error.description)
        }
        guard content.count <= limit else { throw Failure(description: "it is larger than \(limit >> 10) KiB") }
        return content
    }
}
