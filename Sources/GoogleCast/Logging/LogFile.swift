/// The newest of a directory's log files, open for writing.
struct LogFile: Sendable {
    private let directory: String
    private let handle: Handle
    private var size: UInt
    /// How many older files were last allowed; fewer means that some must go.
    private var count: UInt?

    /// Closes its descriptor when nobody holds it any more.
    private final class Handle: Sendable {
        let descriptor: CInt

        init(descriptor: CInt) { self.descriptor = descriptor }

        deinit { _ = close(descriptor) }
    }

    /// Opens the newest file, and makes it and its directory where they are missing, for this user alone.
    init(in directory: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        self.directory = directory
        // Nobody's link leads the log elsewhere.
        let descriptor = open(
            Self.path(0, in: directory),
            O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC,
            0o600
        )
        guard descriptor >= 0 else { throw Self.failure() }
        handle = Handle(descriptor: descriptor)
        let end = lseek(descriptor, 0, SEEK_END)
        size = UInt(max(end, 0))
    }

    /// Appends a line; one that the file has no room for begins the next, one that no file has room for is cut.
    mutating func append(_ line: String, limits: LogFiles.Limits) throws {
        var bytes = Array(line.utf8)
        if bytes.count > limits.size {
            bytes.removeSubrange((Int(limits.size) - 1)...)
            bytes.append(UInt8(ascii: "\n"))
        }
        if size + UInt(bytes.count) > limits.size {
            try shift(keeping: limits.count)
            self = try LogFile(in: directory)
            count = limits.count
        } else if count != limits.count {
            try removeSurplus(beyond: limits.count)
            count = limits.count
        }
        try write(bytes)
        size += UInt(bytes.count)
    }

    private func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Foundation.write(handle.descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Self.failure() }
            rest = rest.dropFirst(written)
        }
    }

    /// Makes room for a new newest file.
    private func shift(keeping count: UInt) throws {
        try removeSurplus(beyond: count - 1)
        for number in try Self.numbers(in: directory).sorted(by: >) {
            guard rename(Self.path(number, in: directory), Self.path(number + 1, in: directory)) == 0 else {
                throw Self.failure()
            }
        }
    }

    private func removeSurplus(beyond count: UInt) throws {
        for number in try Self.numbers(in: directory) where number >= count {
            try FileManager.default.removeItem(atPath: Self.path(number, in: directory))
        }
    }

    /// The numbers of the files that are there.
    private static func numbers(in directory: String) throws -> [UInt] {
        try FileManager.default.contentsOfDirectory(atPath: directory).compactMap { name in
            guard name.hasPrefix("cast-"), name.hasSuffix(".log") else { return nil }
            return UInt(name.dropFirst(5).dropLast(4))
        }
    }

    private static func path(_ number: UInt, in directory: String) -> String { "\(directory)/cast-\(number).log" }

    private static func failure() -> any Error { NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
}
