// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The replacement of files that only this user may read.
package enum PrivateFile {
    /// A system call that failed.
    package struct Failure: Error, Hashable {
        /// The failed step: `creating`, `writing` or `replacing`.
        package var operation: String
        /// The value of `errno`.
        package var number: Int32

        init(_ operation: String) {
            self.operation = operation
            number = errno
        }
    }

    /// Replaces a file, with mode 0600. A reader sees either the old or the new content, and other users see neither, at no
    /// time. A symbolic link is replaced, not followed. Blocks on the file system.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in an existing directory.
    ///   - content: All bytes of the file.
    package static func replace(_ path: String, with content: some Sequence<UInt8>) throws(Failure) {
        let temporary = path + ".new-\(getpid())"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Failure("creating") }
        // The content reaches the disk before the name, so that a power failure leaves no empty file.
        let failure = write(Array(content), to: descriptor) && fsync(descriptor) == 0 ? nil : Failure("writing")
        close(descriptor)
        if let failure {
            unlink(temporary)
            throw failure
        }
        guard rename(temporary, path) == 0 else {
            let failure = Failure("replacing")
            unlink(temporary)
            throw failure
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

extension PrivateFile.Failure: CustomStringConvertible {
    /// The system's reason.
    package var description: String { String(cString: strerror(number)) }
}

// The name differs because the method above shadows the system function.
private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
