// SPDX-License-Identifier: Apache-2.0

import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The replacement of files that only this user may read.
package enum PrivateFile {
    /// Replaces a file, with mode 0600. A reader sees either the old or the new content, and other users see neither, at no
    /// time. A symbolic link is replaced, not followed. Blocks on the file system.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in an existing directory.
    ///   - content: All bytes of the file.
    package static func replace(_ path: String, with content: some Sequence<UInt8>) throws(FileFailure) {
        let temporary = path + ".new-\(getpid())"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileFailure("creating") }
        // The content reaches the disk before the name, so that a power failure leaves no empty file.
        let failure = write(Array(content), to: descriptor) && fsync(descriptor) == 0 ? nil : FileFailure("writing")
        close(descriptor)
        if let failure {
            unlink(temporary)
            throw failure
        }
        guard rename(temporary, path) == 0 else {
            let failure = FileFailure("replacing")
            unlink(temporary)
            throw failure
        }
    }

    /// Creates the folder of a file, and those around it, with mode 0700. Those that exist stay as they are. Blocks on the file
    /// system.
    ///
    /// - Parameter path: The path of the file, which need not exist.
    package static func makeFolder(of path: String) throws(FileFailure) {
        var end = path.startIndex
        while let next = path[end...].dropFirst().firstIndex(of: "/") {
            end = next
            let folder = String(path[..<end])
            guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
            // A server may refuse to create a folder of others before it looks whether it exists.
            let failure = FileFailure("creating")
            guard (try? Stat(folder))?.type == .directory else { throw failure }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeBytes(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

// The name differs because the method above shadows the system function.
private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
