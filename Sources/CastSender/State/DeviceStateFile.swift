// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastWire
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file with a ``DeviceState``.
public struct DeviceStateFile: Sendable, Hashable {
    /// The path of the file.
    public let path: String

    /// Creates a reference to a file, which need not exist.
    public init(path: String) { self.path = path }

    /// Reads the state. Blocks briefly on the file system.
    ///
    /// - Throws: ``DeviceStateError``, which names the file.
    public func load() throws(DeviceStateError) -> DeviceState {
        guard let type = try? Stat(path).type else { throw .file(path: path, .missing) }
        // Reading a FIFO or a device could block.
        guard type == .regular else { throw .file(path: path, .unusable("it is not a regular file")) }
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try LimitedFile.read(path, limit: DeviceState.sizeLimit + 1)
        } catch {
            throw .file(path: path, .unusable("\(error)"))
        }
        guard bytes.count <= DeviceState.sizeLimit else { throw .file(path: path, .damaged("it is too large")) }
        guard let text = String(validUTF8: bytes) else {
            throw .file(path: path, .damaged("it is not text"))
        }
        do throws(DeviceStateError) { return try DeviceState(text: text) } catch {
            throw .file(path: path, error)
        }
    }

    /// Writes the state atomically: a reader sees either the old or the new one. Creates the directory, for this user
    /// only, if it does not exist. An existing file is replaced only if it contains a state.
    ///
    /// - Throws: ``DeviceStateError``, which names the file.
    public func save(_ state: DeviceState) throws(DeviceStateError) {
        do throws(DeviceStateError) {
            _ = try load()
        } catch {
            switch error.problem {
            case .missing: break
            case .damaged: throw .file(path: path, .otherContent)
            // Another version of this program wrote it.
            case .newerVersion: break
            default: throw error
            }
        }
        do {
            // The user chose the path, so a symbolic link is followed.
            let target = URL(filePath: path).resolvingSymlinksInPath().path
            try PrivateFile.makeFolder(of: target)
            // The URLs of media often contain access tokens.
            try PrivateFile.replace(target, with: state.text.utf8)
        } catch {
            throw .file(path: path, .unusable("\(error)"))
        }
    }
}

/// The reason that a ``DeviceState`` cannot be read or written.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public indirect enum DeviceStateError: Error, Sendable, Hashable {
    /// There is no file.
    case missing
    /// The file cannot be accessed; the text describes the cause.
    case unusable(String)
    /// The content is not a state; the text describes the problem.
    case damaged(String)
    /// The state was written by a later version.
    case newerVersion(Int)
    /// The file has other content than a state, so it is not replaced.
    case otherContent
    /// One of the other errors, in a file.
    case file(path: String, DeviceStateError)

    /// The error without the file.
    public var problem: DeviceStateError {
        guard case .file(_, let problem) = self else { return self }
        return problem
    }
}

extension DeviceStateError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing: "there is no saved state"
        case .unusable(let cause): "the state cannot be accessed: \(cause)"
        case .damaged(let problem): "this is not a saved state: \(problem)"
        case .newerVersion(let version): "the state has version \(version), which is not supported"
        case .otherContent: "the existing file is not a saved state, so it is not replaced"
        case .file(let path, let problem): "\(path): \(problem)"
        }
    }
}
