// SPDX-License-Identifier: Apache-2.0

import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The location of a shared file: a name in a specific folder.
///
/// The folder is identified by its device and inode at the time of sharing. If the path later leads to a different
/// folder, for example because a folder of the path was replaced by another one or by a symbolic link, the file is no
/// longer served. The file itself may be replaced, but not by a symbolic link.
struct MediaFileLocation: Sendable {
    private struct FolderIdentity: Sendable, Equatable {
        var device: DeviceID
        var inode: Inode
    }

    let path: String
    private let folder: String
    private let name: String
    private let identity: FolderIdentity

    /// Stores the current identity of the folder. The file need not exist.
    init(sharing path: String) throws(MediaServerError) {
        self.path = path
        if let slash = path.lastIndex(of: "/") {
            folder = String(path[...slash])
            name = String(path[path.index(after: slash)...])
        } else {
            folder = "."
            name = path
        }
        let descriptor = try Self.openFolder(folder, of: path)
        defer { _ = close(descriptor) }
        identity = try Self.identity(of: descriptor, path: path)
    }

    /// Opens the file in the folder that was shared.
    ///
    /// - Throws: ``MediaServerError`` if the file cannot be opened. The code is ``MediaServerError/Code/noSuchFile`` if
    ///   the folder was replaced.
    func open() throws(MediaServerError) -> MediaFile {
        let descriptor = try Self.openFolder(folder, of: path)
        defer { _ = close(descriptor) }
        guard try Self.identity(of: descriptor, path: path) == identity else {
            throw MediaServerError(.noSuchFile, subject: path, detail: "its folder was replaced after it was shared")
        }
        // The name is empty if the path ends in a slash. Opening "." then fails, because it is a folder.
        return try MediaFile(opening: name.isEmpty ? "." : name, in: descriptor, path: path)
    }

    #if !canImport(Darwin)
    /// The value of `O_PATH`, which the C library's module does not export. Opening with it needs no read permission.
    private static let pathOnly: CInt = 0o10_000_000
    #endif

    private static func openFolder(_ folder: String, of path: String) throws(MediaServerError) -> CInt {
        #if canImport(Darwin)
        let descriptor = Darwin.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #elseif canImport(Musl)
        let descriptor = Musl.open(folder, Self.pathOnly | O_DIRECTORY | O_CLOEXEC)
        #else
        let descriptor = Glibc.open(folder, Self.pathOnly | O_DIRECTORY | O_CLOEXEC)
        #endif
        guard descriptor >= 0 else { throw MediaServerError(openingFailedWith: errno, path: path) }
        return descriptor
    }

    private static func identity(of descriptor: CInt, path: String) throws(MediaServerError) -> FolderIdentity {
        do throws(Errno) {
            let status = try Stat(FileDescriptor(rawValue: descriptor))
            return FolderIdentity(device: status.deviceID, inode: status.inode)
        } catch {
            throw MediaServerError(openingFailedWith: error.rawValue, path: path)
        }
    }
}
