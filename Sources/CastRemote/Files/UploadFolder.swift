// SPDX-License-Identifier: Apache-2.0

import CastFiles
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A temporary folder for uploaded files, which only this user can access.
///
/// A locked file beside the folder shows that its process is alive. The system releases the lock when the process ends,
/// also after a crash, so the next remote finds and removes the folder.
final class UploadFolder: Sendable {
    private static let prefix = "cast-uploads-"
    private static let lockSuffix = ".lock"

    /// The path of the folder.
    let path: String
    private let lock: CInt

    private init(path: String, lock: CInt) {
        self.path = path
        self.lock = lock
    }

    deinit { _ = close(lock) }

    /// Creates a folder with mode 0700.
    ///
    /// - Parameter parent: The folder in which it is created.
    /// - Throws: ``UploadRefusal/failed(_:)`` with the reason of the system.
    static func create(in parent: String = UploadFolder.parent) throws(UploadRefusal) -> UploadFolder {
        let path = parent + "/" + prefix + TokenVerifier.newSecret()
        let lock = open(path + lockSuffix, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw .failed(systemText(parent)) }
        do throws(Errno) {
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw Errno(rawValue: errno) }
            // A process that removes stale folders could have taken the file before it was locked.
            let named = try Stat(path + lockSuffix, followTargetSymlink: false)
            guard try Stat(FileDescriptor(rawValue: lock)).inode == named.inode else { throw .noSuchFileOrDirectory }
            guard mkdir(path, 0o700) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            _ = unlink(path + lockSuffix)
            _ = close(lock)
            throw .failed(systemText(parent, error.rawValue))
        }
        return UploadFolder(path: path, lock: lock)
    }

    /// Creates a folder with mode 0700.
    static func makeFolder(_ path: String) throws(UploadRefusal) {
        guard mkdir(path, 0o700) == 0 else { throw .failed(systemText(path)) }
    }

    /// Deletes the folder with its files.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        _ = unlink(path + Self.lockSuffix)
    }

    /// Deletes the folders of processes that have ended without deleting them. Only folders of this user are deleted.
    static func removeStale(in parent: String = UploadFolder.parent) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        let folders = Set(names.filter { $0.hasPrefix(prefix) }.map { $0.replacing(lockSuffix, with: "") })
        for name in folders {
            let path = parent + "/" + name
            // Without a lock file, the folder is stale: the file is created first and deleted last.
            let lock = open(path + lockSuffix, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            defer { if lock >= 0 { _ = close(lock) } }
            guard lock >= 0 ? flock(lock, LOCK_EX | LOCK_NB) == 0 : errno == ENOENT else { continue }
            if let status = try? Stat(path, followTargetSymlink: false) {
                guard status.type == .directory, status.isOwn else { continue }
                try? FileManager.default.removeItem(atPath: path)
            }
            _ = unlink(path + lockSuffix)
        }
    }

    /// The number of bytes that are free for files in this folder; nil if the system does not report it.
    static func freeSpace(at path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (size, isTooLarge) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isTooLarge ? .max : size
    }

    /// The folder for large temporary files. `/tmp` may be in memory on Linux, `/var/tmp` is on a disk.
    static var parent: String {
        #if os(Linux)
        if ProcessInfo.processInfo.environment["TMPDIR"] == nil,
            FileManager.default.isWritableFile(atPath: "/var/tmp")
        {
            return "/var/tmp"
        }
        #endif
        let path = FileManager.default.temporaryDirectory.path
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    private static func systemText(_ path: String, _ number: Int32 = errno) -> String {
        "\(path): \(String(cString: strerror(number)))"
    }
}

/// A file that is being received. The file stays until ``delete()`` is called.
///
/// The owner calls the methods one after the other. They block the calling thread.
final class UploadFile: Sendable {
    /// The path of the file.
    let path: String
    private let descriptor: CInt
    /// The folder that only this file is in; nil if it shares its folder.
    private let folder: String?

    /// Creates a new file with mode 0600.
    init(path: String, folder: String? = nil) throws(UploadRefusal) {
        self.path = path
        self.folder = folder
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed(String(cString: strerror(errno))) }
    }

    deinit { _ = close(descriptor) }

    /// Appends bytes.
    ///
    /// - Throws: ``UploadRefusal/diskFull`` or ``UploadRefusal/failed(_:)``.
    func write(_ bytes: [UInt8]) throws(UploadRefusal) {
        var start = 0
        while start < bytes.count {
            let count = bytes.withUnsafeBytes { content in
                content.baseAddress.map { systemWrite(descriptor, $0 + start, content.count - start) } ?? 0
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw errno == ENOSPC || errno == EDQUOT ? .diskFull : .failed(String(cString: strerror(errno)))
            }
            start += count
        }
    }

    /// Deletes the file, with its own folder if it has one.
    func delete() {
        _ = unlink(path)
        if let folder { _ = rmdir(folder) }
    }
}

/// The system's function, which has the name of a method here.
private func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
