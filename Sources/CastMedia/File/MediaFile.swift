// SPDX-License-Identifier: Apache-2.0

import NIOCore
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A regular file, opened for reading, with an identity by which changes are detected.
final class MediaFile: Sendable {
    /// The properties that change together with the content of a file.
    struct Identity: Equatable, Sendable {
        var device: DeviceID
        var inode: Inode
        var size: Int
        var modifiedSeconds: Int
        var modifiedNanoseconds: Int

        /// A strong entity tag for this version of the file.
        var entityTag: String {
            let parts = [
                Int(truncatingIfNeeded: device.rawValue), Int(truncatingIfNeeded: inode.rawValue), size,
                modifiedSeconds, modifiedNanoseconds,
            ]
            return "\"" + parts.map { String(UInt(bitPattern: $0), radix: 16) }.joined(separator: "-") + "\""
        }
    }

    /// The reason that content could not be read completely.
    enum ReadError: Error {
        /// The file was modified or truncated since it was opened.
        case changed
        /// A system call failed with this `errno`.
        case system(CInt)
    }

    /// The identity at the time of opening.
    let identity: Identity
    private let descriptor: CInt

    /// Opens a file without following a symbolic link and without waiting for the other end of a pipe.
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

    /// Reads a range of bytes, blocking the thread. Throws if the file was modified since it was opened.
    func read(_ range: Range<Int>) throws(ReadError) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: range.count)
        while buffer.readableBytes < range.count {
            let offset = range.lowerBound + buffer.readableBytes
            let remaining = range.count - buffer.readableBytes
            var failure: CInt = 0
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: remaining) { space in
                let count = pread(descriptor, space.baseAddress, remaining, off_t(offset))
                failure = count < 0 ? errno : 0
                return max(count, 0)
            }
            switch failure {
            case 0: guard count > 0 else { throw .changed }
            case EINTR: continue
            default: throw .system(failure)
            }
        }
        // A file that is overwritten in place would otherwise be served as a mixture of old and new content.
        guard (try? Self.identity(of: descriptor, path: "")) == identity else { throw .changed }
        return buffer
    }

    /// Returns up to `count` bytes from the beginning of the file, for type detection. Returns none if reading fails.
    func firstBytes(_ count: Int) -> [UInt8] {
        let range = 0..<min(count, identity.size)
        guard !range.isEmpty, let buffer = try? read(range) else { return [] }
        return Array(buffer.readableBytesView)
    }

    private static func identity(of descriptor: CInt, path: String) throws(MediaServerError) -> Identity {
        let status: Stat
        do throws(Errno) { status = try Stat(FileDescriptor(rawValue: descriptor)) } catch {
            throw MediaServerError(openingFailedWith: error.rawValue, path: path)
        }
        guard status.type == .regular else { throw MediaServerError(.notAFile, subject: path) }
        return Identity(
            device: status.deviceID,
            inode: status.inode,
            size: Int(status.size),
            modifiedSeconds: Int(status.st_mtim.tv_sec),
            modifiedNanoseconds: Int(status.st_mtim.tv_nsec)
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
            // The errors for opening a socket or a device without a driver.
            case ENXIO, ENODEV: .notAFile
            default: .failed
            }
        self.init(code, subject: path, detail: String(cString: strerror(number)))
    }
}

/// The source of the bytes of a shared item.
enum MediaSource: Sendable {
    case file(MediaFileLocation)
    case data(ByteBuffer)
    /// A playlist whose segments are made on request.
    case conversion(MediaConversion)
    /// A playlist of the newest segments of a live input.
    case live(LiveConversion)
    /// A picture that is made on request.
    case picture(PictureConversion)
    /// The media of another server, requested when the device requests it.
    case relay(MediaRelay)
    /// Subtitles that are extracted on request.
    case subtitles(EmbeddedSubtitles)

    /// Ends the program that makes the content, or the connections from which it comes.
    func close() async {
        switch self {
        case .file, .data: break
        case .conversion(let conversion): await conversion.close()
        case .live(let conversion): await conversion.close()
        case .picture(let picture): await picture.cache.remove(picture.id)
        case .relay(let relay): await relay.close()
        case .subtitles(let subtitles): await subtitles.extraction.close()
        }
    }
}
