// SPDX-License-Identifier: Apache-2.0

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
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory?: return .folder
        case .typeRegular?:
            // The type of the number depends on the platform.
            let size = (attributes[.size] as? any BinaryInteger).flatMap { Int(exactly: $0) }
            return .file(size: size ?? (attributes[.size] as? Int) ?? .max)
        default: return nil
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
