// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastWire
import Crypto
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A store of images in a directory, with limits on total size and age.
///
/// Files are readable only by the user. A file that cannot be read, was modified by another program or is too old is
/// deleted. If a file cannot be written, the image is not stored. None of these cases fails a request.
actor ArtworkDisk {
    /// The first eight bytes of a file. The time of storing, the SHA-256 digest of the image and the image follow.
    private static let signature = Array("CASTART1".utf8)
    private static let headLength = 8 + 8 + 32

    private let directory: String
    private let maximumBytes: Int
    private let maximumAge: Duration
    private let now: @Sendable () -> Date

    init(directory: String, maximumBytes: Int, maximumAge: Duration, now: @escaping @Sendable () -> Date) {
        self.directory = directory
        self.maximumBytes = maximumBytes
        self.maximumAge = maximumAge
        self.now = now
    }

    /// Returns the file name for a URL.
    static func name(of address: String) -> String {
        Hexadecimal.text(SHA256.hash(data: Array(address.utf8)))
    }

    /// Returns a stored image and marks it as the most recently used one.
    func artwork(for address: String, limits: ArtworkLimits) -> Artwork? {
        let path = path(Self.name(of: address))
        guard let size = Self.size(path) else { return nil }
        guard size >= Self.headLength, size <= Self.headLength + limits.bytes,
            let content = try? Data(contentsOf: URL(fileURLWithPath: path)),
            let artwork = read(Array(content), limits: limits)
        else {
            try? FileManager.default.removeItem(atPath: path)
            return nil
        }
        touch(path)
        return artwork
    }

    private func read(_ content: [UInt8], limits: ArtworkLimits) -> Artwork? {
        guard content.starts(with: Self.signature), content.count >= Self.headLength else { return nil }
        let stored = content[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let age = now().timeIntervalSince1970 - Double(stored)
        // An image from the future was stored before the clock was set back. One day of tolerance is allowed.
        guard age <= seconds(maximumAge), age >= -86_400 else { return nil }
        let bytes = Array(content[Self.headLength...])
        guard SHA256.hash(data: bytes).elementsEqual(content[16..<Self.headLength]) else { return nil }
        return try? Artwork(bytes: bytes, limits: limits)
    }

    func store(_ artwork: Artwork, for address: String) {
        let length = Self.headLength + artwork.bytes.count
        guard length <= maximumBytes, prepareDirectory() else { return }
        var content = Self.signature
        let stored = UInt64(max(0, now().timeIntervalSince1970))
        content += (0..<8).reversed().map { UInt8(truncatingIfNeeded: stored >> UInt64($0 * 8)) }
        content += SHA256.hash(data: artwork.bytes)
        content += artwork.bytes
        makeRoom(for: length)
        let name = Self.name(of: address)
        let temporaryPath = path(name + ".part")
        guard write(content, to: temporaryPath), rename(temporaryPath, path(name)) == 0 else {
            unlink(temporaryPath)
            return
        }
        touch(path(name))
    }

    func removeAll() {
        for entry in entries() { unlink(path(entry.name)) }
    }

    // MARK: - Space

    private struct Entry {
        var name: String
        var size: Int
        var lastUse: Double
    }

    /// Returns the files whose names this store creates, and no others.
    private func entries() -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.compactMap { name in
            let stem = name.hasSuffix(".part") ? name.dropLast(5) : Substring(name)
            guard stem.utf8.count == 64, stem.allSatisfy(\.isHexDigit) else { return nil }
            guard let status = try? Stat(path(name), followTargetSymlink: false) else { return nil }
            return Entry(name: name, size: Int(status.size), lastUse: status.modificationTime)
        }
    }

    /// Deletes files that are too old, then the least recently used ones until `length` bytes fit.
    private func makeRoom(for length: Int) {
        let instant = now().timeIntervalSince1970
        var kept: [Entry] = []
        for entry in entries() {
            if instant - entry.lastUse > seconds(maximumAge) {
                unlink(path(entry.name))
            } else {
                kept.append(entry)
            }
        }
        var total = kept.reduce(length) { $0 + $1.size }
        for entry in kept.sorted(by: { $0.lastUse < $1.lastUse }) {
            guard total > maximumBytes else { return }
            unlink(path(entry.name))
            total -= entry.size
        }
    }

    // MARK: - Files

    private func path(_ name: String) -> String { directory + "/" + name }

    private static func size(_ path: String) -> Int? {
        guard let status = try? Stat(path, followTargetSymlink: false), status.type == .regular else { return nil }
        return Int(status.size)
    }

    /// Creates the directory with mode 0700. Returns whether it can be used.
    ///
    /// An existing directory must belong to this user and must not be writable by other users. Its mode is not changed,
    /// because it may contain files for other users.
    private func prepareDirectory() -> Bool {
        try? PrivateFile.makeFolder(of: path(""))
        guard let status = try? Stat(directory, followTargetSymlink: false) else { return false }
        return status.type == .directory && status.isOwn && !status.isWritableByOthers
    }

    private func write(_ content: [UInt8], to path: String) -> Bool {
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        var written = 0
        while written < content.count {
            let count = content.withUnsafeBytes { bytes in
                Self.writeBytes(file, UnsafeRawBufferPointer(rebasing: bytes[written...]))
            }
            guard count > 0 else { break }
            written += count
        }
        return close(file) == 0 && written == content.count
    }

    private static func writeBytes(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(file, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
        Glibc.write(file, bytes.baseAddress, bytes.count)
        #else
        Musl.write(file, bytes.baseAddress, bytes.count)
        #endif
    }

    private func touch(_ path: String) {
        let instant = now().timeIntervalSince1970
        let whole = instant.rounded(.down)
        let time = timespec(tv_sec: Int(whole), tv_nsec: Int((instant - whole) * 1e9))
        _ = utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW)
    }

    private func seconds(_ duration: Duration) -> Double {
        Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    }
}
