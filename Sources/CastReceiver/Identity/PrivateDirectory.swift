// SPDX-License-Identifier: Apache-2.0

import CastFiles
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A directory for small private files of the current user.
///
/// The mode of an existing directory is checked and never changed, because other users may need access to other files
/// in it. The files are private by their own mode.
struct PrivateDirectory: Sendable {
    /// A system call failed.
    struct SystemError: Error, CustomStringConvertible {
        var operation: String
        var path: String
        var number: Int32

        var description: String { "\(operation) \(path): \(String(cString: strerror(number)))" }
    }

    /// The path exists and must not be used.
    struct Refusal: Error, CustomStringConvertible {
        var path: String
        var reason: String
        /// What the user can do, as a command or an instruction.
        var fix: String

        var description: String { "\(path) \(reason); \(fix)" }
    }

    /// Which users may read a file.
    enum Access {
        /// Only the owner: keys.
        case secret
        /// All users, while only the owner may write: certificates and names.
        case publicText

        fileprivate var forbidden: FilePermissions {
            switch self {
            case .secret: [.groupReadWriteExecute, .otherReadWriteExecute]
            case .publicText: [.groupWrite, .otherWrite]
            }
        }
    }

    /// The maximum size of a file in bytes, larger than a few keys.
    private static let sizeLimit = 1 << 20

    let path: String

    func path(of name: String) -> String { path + "/" + name }

    /// Creates the directory and its missing parents with mode 0700, or checks the one that exists.
    ///
    /// - Throws: ``SystemError``; ``Refusal`` if other users can write to the directory.
    func create() throws {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let parent = String(path[..<end])
            if mkdir(parent, 0o700) != 0, errno != EEXIST {
                throw SystemError(operation: "creating", path: parent, number: errno)
            }
        }
        try check()
    }

    /// Checks that other users cannot replace files in the directory. Does nothing if the directory does not exist.
    ///
    /// - Throws: ``SystemError``; ``Refusal``.
    func check() throws {
        let status: Stat
        do throws(Errno) { status = try Stat(path) } catch {
            guard error != .noSuchFileOrDirectory else { return }
            throw SystemError(operation: "opening", path: path, number: error.rawValue)
        }
        guard status.type == .directory else {
            throw Refusal(path: path, reason: "is not a directory", fix: "choose another path")
        }
        try Self.checkOwner(of: path, status)
        guard !status.isWritableByOthers else {
            throw Refusal(
                path: path,
                reason: "can be written by other users (mode \(Self.octal(status.permissions)))",
                fix: "choose a separate directory, or run: chmod go-w '\(path)'"
            )
        }
    }

    /// Returns the text of a file; nil if the file does not exist.
    ///
    /// - Throws: ``SystemError``; ``Refusal`` unless the file is a regular file of this user or the superuser, and if
    ///   other users can write it, or read it although it is secret.
    func read(_ name: String, _ access: Access) throws -> String? {
        let path = path(of: name)
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return nil }
            throw SystemError(operation: "opening", path: path, number: errno)
        }
        defer { close(descriptor) }
        let status: Stat
        do throws(Errno) { status = try Stat(FileDescriptor(rawValue: descriptor)) } catch {
            throw SystemError(operation: "reading", path: path, number: error.rawValue)
        }
        guard status.type == .regular else {
            throw Refusal(path: path, reason: "is not a regular file", fix: "remove it")
        }
        guard status.size <= Self.sizeLimit else {
            throw Refusal(path: path, reason: "is too large", fix: "remove it")
        }
        try Self.checkOwner(of: path, status)
        guard status.permissions.isDisjoint(with: access.forbidden) else {
            let mode = Self.octal(status.permissions)
            throw access == .secret
                ? Refusal(
                    path: path,
                    reason: "is a key that other users can read or write (mode \(mode))",
                    fix: "run: chmod 600 '\(path)'; if other users had access, remove \(self.path) to create a new "
                        + "identity"
                )
                : Refusal(
                    path: path,
                    reason: "can be written by other users (mode \(mode))",
                    fix: "run: chmod go-w '\(path)'"
                )
        }
        do throws(FileFailure) {
            return String(decoding: try LimitedFile.read(from: descriptor, limit: Self.sizeLimit), as: UTF8.self)
        } catch {
            throw SystemError(operation: error.operation, path: path, number: error.number)
        }
    }

    /// Throws if another user than the superuser owns the file.
    private static func checkOwner(of path: String, _ status: Stat) throws {
        guard status.isOwnOrOfSuperuser else {
            throw Refusal(
                path: path,
                reason: "belongs to another user (id \(status.userID.rawValue))",
                fix: "choose another path, or change its owner with chown"
            )
        }
    }

    private static func octal(_ permissions: FilePermissions) -> String {
        let digits = String(permissions.rawValue, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Replaces the whole file, with mode 0600.
    func write(_ text: String, to name: String) throws(SystemError) {
        do throws(FileFailure) {
            try PrivateFile.replace(path(of: name), with: text.utf8)
        } catch {
            throw SystemError(operation: error.operation, path: path(of: name), number: error.number)
        }
    }
}
