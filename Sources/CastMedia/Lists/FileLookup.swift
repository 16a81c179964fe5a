// SPDX-License-Identifier: Apache-2.0

import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Information about files, whose symbolic links are followed.
enum FileLookup {
    enum Kind {
        case file(size: Int)
        case folder
    }

    /// Returns the kind of the file at a path without symbolic links, or `nil` if there is none or it is a device,
    /// pipe or socket.
    static func kind(ofResolved path: String) -> Kind? {
        guard let status = try? Stat(path, followTargetSymlink: false) else { return nil }
        return switch status.type {
        case .directory: .folder
        case .regular: .file(size: Int(status.size))
        default: nil
        }
    }

    /// Returns a path with its symbolic links resolved.
    static func resolve(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    /// Returns an absolute path. A relative path is resolved against the current folder.
    static func absolute(_ path: String) -> String {
        MediaLocations.path(path, in: FileManager.default.currentDirectoryPath)
    }
}
