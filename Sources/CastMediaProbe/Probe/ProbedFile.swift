// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An open file that is closed when the object is deinitialized.
final class ProbedFile: Sendable {
    let size: UInt64
    private let path: String
    private let descriptor: CInt

    init(path: String) throws(MediaProbeError) {
        // O_NONBLOCK: opening a named pipe must not wait for its other end.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            _ = close(descriptor)
            throw .unreadable(path: path, detail: "not a regular file")
        }
        self.path = path
        self.descriptor = descriptor
        size = UInt64(clamping: status.st_size)
    }

    deinit {
        _ = close(descriptor)
    }

    func read(_ range: Range<UInt64>) throws(MediaProbeError) -> [UInt8] {
        guard let offset = off_t(exactly: range.lowerBound) else { return [] }
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { space, count in
            repeat {
                result = pread(descriptor, space.baseAddress, range.count, offset)
            } while result < 0 && errno == EINTR
            count = max(result, 0)
        }
        guard result >= 0 else { throw Self.failure(path) }
        return bytes
    }

    private static func failure(_ path: String) -> MediaProbeError {
        .unreadable(path: path, detail: String(cString: strerror(errno)))
    }
}
