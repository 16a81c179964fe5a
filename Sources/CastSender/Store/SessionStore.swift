// SPDX-License-Identifier: Apache-2.0

import CastFiles
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A store for the session record, which allows another process to resume the session.
///
/// It holds at most one record. A manager calls its methods one at a time.
public protocol SessionStore: Sendable {
    /// Returns the record, or nil when there is none.
    ///
    /// - Throws: ``SessionStoreError`` when the store contains data that is not a valid record.
    func load() async throws(SessionStoreError) -> SessionRecord?

    /// Replaces the record.
    func save(_ record: SessionRecord) async throws(SessionStoreError)

    /// Removes the record, if there is one.
    func remove() async throws(SessionStoreError)
}

/// The reason why a session record cannot be stored, or is not used.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SessionStoreError: Error, Sendable, Hashable {
    /// The file cannot be accessed; the text is the system's error message.
    case unusable(path: String, String)
    /// The file or its directory is not a regular file or directory of this user, or other users can write to it.
    case notPrivate(path: String)
    /// The file exceeds the size of a record.
    case tooLarge(path: String)
    /// The content is truncated or is not a record; the text describes the problem.
    case damaged(String)
    /// The record was written by a later version.
    case newerVersion(Int)
    /// The time in the record is in the future.
    case dateInFuture
    /// The record is older than ``SessionManagerOptions/recordLifetime``.
    case expired
    /// The record was written on another network.
    case otherNetwork
}

extension SessionStoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusable(let path, let text): "\(path) cannot be used: \(text)"
        case .notPrivate(let path):
            "\(path) must belong to this user, and other users must not be able to write to it; fix this, or remove it"
        case .tooLarge(let path): "\(path) is too large to be the record of a session; remove it"
        case .damaged(let text): "the record of the last session is damaged: \(text)"
        case .newerVersion(let version):
            "the record of the last session has version \(version), which is not supported"
        case .dateInFuture: "the record of the last session has a time in the future; check this machine's clock"
        case .expired: "the record of the last session is too old"
        case .otherNetwork: "the last session was on another network"
        }
    }
}

/// A ``SessionStore`` in a file that only this user can read and write.
///
/// The file is replaced atomically: a reader sees either the old or the new record. The file has mode 0600. A directory
/// created by this type has mode 0700; an existing one keeps its mode, and is rejected when other users can write to
/// it. The content of the file is validated like input from the network.
public struct SessionFile: SessionStore {
    /// The path of the directory that contains the file.
    public let directory: String
    /// The path of the file.
    public var path: String { directory + "/session.json" }

    /// Creates a store.
    ///
    /// - Parameter directory: An absolute path. The directory is created when it does not exist.
    public init(directory: String) { self.directory = directory }

    /// Creates a store in the user's state directory: `$XDG_STATE_HOME`, or else `~/.local/state` (XDG Base Directory
    /// Specification).
    ///
    /// - Parameters:
    ///   - application: The name of the application, which becomes the name of the directory. It must not be empty,
    ///     contain `/` or start with a period.
    ///   - environment: Returns the value of an environment variable. Default: that of this process.
    /// - Returns: Nil when the name is invalid, or neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
    public init?(application: String, environment: (String) -> String? = SessionFile.environment) {
        func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let base = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" }),
            !application.isEmpty, !application.contains("/"), !application.hasPrefix(".")
        else { return nil }
        self.init(directory: base + "/" + application)
    }

    /// Returns an environment variable of this process.
    public static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Reads the record. Blocks briefly on the file system.
    public func load() async throws(SessionStoreError) -> SessionRecord? {
        // O_NONBLOCK: opening a FIFO in place of the file must not block.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            if errno == ELOOP { throw .notPrivate(path: path) }
            throw failure()
        }
        defer { close(descriptor) }
        let status: Stat
        do throws(Errno) { status = try Stat(FileDescriptor(rawValue: descriptor)) } catch {
            throw failure(error.rawValue)
        }
        guard status.type == .regular, status.isOwn, !status.isWritableByOthers else { throw .notPrivate(path: path) }
        guard status.size <= SessionRecord.sizeLimit else { throw .tooLarge(path: path) }
        return try SessionRecord(text: String(decoding: try read(descriptor), as: UTF8.self))
    }

    /// Replaces the record. Blocks briefly on the file system.
    public func save(_ record: SessionRecord) async throws(SessionStoreError) {
        try makeDirectory()
        do throws(FileFailure) { try PrivateFile.replace(path, with: Array(record.text.utf8)) } catch {
            throw .unusable(path: path, error.description)
        }
    }

    /// Removes the record. Blocks briefly on the file system.
    public func remove() async throws(SessionStoreError) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw failure() }
    }

    private func read(_ descriptor: Int32) throws(SessionStoreError) -> [UInt8] {
        do throws(FileFailure) {
            let bytes = try LimitedFile.read(from: descriptor, limit: SessionRecord.sizeLimit + 1)
            if bytes.count <= SessionRecord.sizeLimit { return bytes }
        } catch {
            throw .unusable(path: path, error.description)
        }
        throw .tooLarge(path: path)
    }

    private func makeDirectory() throws(SessionStoreError) {
        do throws(FileFailure) { try PrivateFile.makeFolder(of: path) } catch {
            throw .unusable(path: path, error.description)
        }
        // Other programs may use the directory, so its mode is checked and never changed.
        let status: Stat
        do throws(Errno) { status = try Stat(directory) } catch { throw failure(error.rawValue) }
        guard status.type == .directory, status.isOwnOrOfSuperuser, !status.isWritableByOthers else {
            throw .notPrivate(path: directory)
        }
    }

    private func failure(_ number: Int32 = errno) -> SessionStoreError {
        .unusable(path: path, String(cString: strerror(number)))
    }
}
