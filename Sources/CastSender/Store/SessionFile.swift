#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif
#if !canImport(Darwin) && canImport(CoreFoundation)
// The compiler takes the first module through which it sees `stat` for its home, and that is this one on Linux.
import CoreFoundation
#endif

/// A ``SessionStore`` in a file that only this user can read and write.
///
/// The file is replaced as a whole: a reader finds the old record or the new one, never a part. The file has mode 0600. A
/// directory made here has mode 0700; an existing one keeps its mode, and is refused when other users can write to it.
/// What is found there is trusted as little as what comes from the network.
public struct SessionFile: SessionStore {
    /// The directory of the file.
    public let directory: String
    /// The path of the file.
    public var path: String { directory + "/session.json" }

    /// - Parameter directory: An absolute path; made when it is missing.
    public init(directory: String) { self.directory = directory }

    /// The file of an application under the user's state directory: `$XDG_STATE_HOME`, else `~/.local/state` (XDG Base
    /// Directory Specification).
    ///
    /// - Parameter application: The application's name; becomes the name of the directory.
    /// - Returns: Nil for a user without a home.
    public init?(application: String, environment: (String) -> String? = SessionFile.environment) {
        func absolute(_ name: String) -> String? { environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let base = absolute("XDG_STATE_HOME") ?? absolute("HOME").map({ $0 + "/.local/state" }),
            !application.isEmpty, !application.contains("/"), !application.hasPrefix(".")
        else { return nil }
        self.init(directory: base + "/" + application)
    }

    /// A variable of this process.
    public static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// Blocks on the file system, for a short while.
    public func load() async throws(SessionStoreError) -> SessionRecord? {
        // O_NONBLOCK: a pipe in the file's place must not keep us waiting.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            if errno == ELOOP { throw .notPrivate(path: path) }
            throw failure()
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw .notPrivate(path: path)
        }
        guard status.st_size <= SessionRecord.sizeLimit else { throw .tooLarge(path: path) }
        return try SessionRecord(text: String(decoding: try read(descriptor), as: UTF8.self))
    }

    /// Blocks on the file system, for a short while.
    public func save(_ record: SessionRecord) async throws(SessionStoreError) {
        try makeDirectory()
        let temporary = path + ".new-\(getpid())"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure() }
        let isWritten = write(Array(record.text.utf8), to: descriptor) && fsync(descriptor) == 0
        let error = isWritten ? nil : failure()
        close(descriptor)
        if let error {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let error = failure()
            unlink(temporary)
            throw error
        }
    }

    /// Blocks on the file system, for a short while.
    public func remove() async throws(SessionStoreError) {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw failure() }
    }

    private func read(_ descriptor: Int32) throws(SessionStoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { readBytes(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= SessionRecord.sizeLimit else { throw .tooLarge(path: path) }
        }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeBytes(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func makeDirectory() throws(SessionStoreError) {
        var end = directory.startIndex
        while end < directory.endIndex {
            end = directory[directory.index(after: end)...].firstIndex(of: "/") ?? directory.endIndex
            guard mkdir(String(directory[..<end]), 0o700) == 0 || errno == EEXIST else { throw failure() }
        }
        // Another program may use the directory, too: its mode is checked and never changed.
        var status = stat()
        guard stat(directory, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() || status.st_uid == 0,
            status.st_mode & 0o022 == 0
        else { throw .notPrivate(path: directory) }
    }

    private func failure() -> SessionStoreError {
        .unusable(path: path, String(cString: strerror(errno)))
    }
}

// Under other names, because the methods above hide those of the system.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
