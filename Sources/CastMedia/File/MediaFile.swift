import NIOCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A regular file, open for reading, and what tells whether it is still the same.
final class MediaFile: Sendable {
    /// What changes when a file's content does.
    struct Identity: Equatable, Sendable {
        var device: UInt64
        var number: UInt64
        var size: Int
        var modifiedSeconds: Int
        var modifiedNanoseconds: Int

        /// A strong entity tag: of all files and versions of them, this one.
        var entityTag: String {
            let parts = [
                Int(truncatingIfNeeded: device), Int(truncatingIfNeeded: number), size, modifiedSeconds,
                modifiedNanoseconds,
            ]
            return "\"" + parts.map { String(UInt(bitPattern: $0), radix: 16) }.joined(separator: "-") + "\""
        }
    }

    /// Why content could not be read to its end.
    enum ReadError: Error {
        /// The file was written to, or cut, since it was opened.
        case changed
        case system(CInt)
    }

    /// As it was when opened.
    let identity: Identity
    private let descriptor: CInt

    /// Opens without following a symbolic link, and without waiting for the other end of a pipe.
    ///
    /// - Parameters:
    ///   - name: The file's name in its folder.
    ///   - folder: The descriptor of the folder.
    ///   - path: The whole path, for errors.
    init(opening name: String, in folder: CInt, path: String) throws(MediaServerError) {
        let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw MediaServerError(openingFailedWith: errno, path: path)
        }
        do {
            identity = try Self.identity(of: descriptor, path: path)
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        _ = close(descriptor)
    }

    /// Exactly these bytes, as they were when the file was opened. Blocks.
    func read(_ range: Range<Int>) throws(ReadError) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: range.count)
        while buffer.readableBytes < range.count {
            let offset = range.lowerBound + buffer.readableBytes
            let wanted = range.count - buffer.readableBytes
            var failure: CInt = 0
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { space in
                let count = pread(descriptor, space.baseAddress, wanted, off_t(offset))
                failure = count < 0 ? errno : 0
                return max(count, 0)
            }
            switch failure {
            case 0: guard count > 0 else { throw .changed }
            case EINTR: continue
            default: throw .system(failure)
            }
        }
        // What was overwritten in place would be half old, half new.
        guard (try? Self.identity(of: descriptor, path: "")) == identity else { throw .changed }
        return buffer
    }

    /// What there is of the first bytes, for telling a file's type.
    func firstBytes(_ count: Int) -> [UInt8] {
        let range = 0..<min(count, identity.size)
        guard !range.isEmpty, let buffer = try? read(range) else { return [] }
        return Array(buffer.readableBytesView)
    }

    private static func identity(of descriptor: CInt, path: String) throws(MediaServerError) -> Identity {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw MediaServerError(openingFailedWith: errno, path: path)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw MediaServerError(.notAFile, subject: path)
        }
        #if canImport(Darwin)
        let modified = status.st_mtimespec
        #else
        let modified = status.st_mtim
        #endif
        return Identity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            number: UInt64(truncatingIfNeeded: status.st_ino),
            size: Int(status.st_size),
            modifiedSeconds: Int(modified.tv_sec),
            modifiedNanoseconds: Int(modified.tv_nsec)
        )
    }
}

extension MediaServerError {
    init(openingFailedWith number: CInt, path: String) {
        let code: Code =
            switch number {
            case ENOENT, ENOTDIR: .noSuchFile
            case ELOOP: .symbolicLink
            case EACCES, EPERM: .notPermitted
            // Sockets and devices without a driver cannot even be opened.
            case ENXIO, ENODEV: .notAFile
            default: .failed
            }
        self.init(code, subject: path, detail: String(cString: strerror(number)))
    }
}
