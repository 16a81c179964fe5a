// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The beginning of files that may be endless, such as devices and pipes.
package enum LimitedFile {
    private static let chunkSize = 16 << 10

    /// Returns the first bytes of a file: all of them if it is shorter than the limit. A symbolic link is followed. Blocks on
    /// the file system.
    package static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure("opening") }
        defer { close(descriptor) }
        return try read(from: descriptor, limit: limit)
    }

    /// Returns the first bytes of standard input. Blocks until there are as many as the limit, or the input ends.
    package static func readStandardInput(limit: Int) throws(FileFailure) -> [UInt8] {
        try read(from: STDIN_FILENO, limit: limit)
    }

    /// Returns the next bytes of an open file. Blocks until there are as many as the limit, or the file ends.
    package static func read(from descriptor: Int32, limit: Int) throws(FileFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(chunkSize, limit))
        while bytes.count < limit {
            let count = chunk.withUnsafeMutableBytes { buffer in
                readBytes(descriptor, buffer.baseAddress, min(buffer.count, limit - bytes.count))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileFailure("reading") }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return bytes
    }
}

// The name differs because the methods above shadow the system function.
private func readBytes(_ descriptor: Int32, _ address: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, address, count)
}
