#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A directory that only this user can look into, and its small files.
struct PrivateDirectory: Sendable {
    /// What the system said about a file.
    struct SystemError: Error, CustomStringConvertible {
        var operation: String
        var path: String
        var number: Int32

        var description: String { "\(operation) \(path): \(String(cString: strerror(number)))" }
    }

    /// No file here is larger than a few keys.
    private static let sizeLimit = 1 << 20

    let path: String

    func path(of name: String) -> String { path + "/" + name }

    /// Makes the directory, and those above it, where they are missing. Its mode becomes 0700.
    func create() throws(SystemError) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let parent = String(path[..<end])
            if mkdir(parent, 0o700) != 0, errno != EEXIST {
                throw SystemError(operation: "making", path: parent, number: errno)
            }
        }
        guard chmod(path, 0o700) == 0 else { throw SystemError(operation: "closing", path: path, number: errno) }
    }

    /// The text of a file, or nil when there is none.
    func read(_ name: String) throws(SystemError) -> String? {
        let path = path(of: name)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return nil }
            throw SystemError(operation: "opening", path: path, number: errno)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count < Self.sizeLimit {
            let count = buffer.withUnsafeMutableBytes { readBytes(descriptor, $0) }
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw SystemError(operation: "reading", path: path, number: errno)
            }
            guard count > 0 else { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces a file as a whole, with mode 0600.
    func write(_ text: String, to name: String) throws(SystemError) {
        let path = path(of: name)
        let temporary = path + ".new-\(getpid())"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(operation: "making", path: temporary, number: errno) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { writeBytes(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = SystemError(operation: "writing", path: temporary, number: errno)
                close(descriptor)
                unlink(temporary)
                throw error
            }
            rest = rest.dropFirst(count)
        }
        fsync(descriptor)
        close(descriptor)
        guard rename(temporary, path) == 0 else {
            let error = SystemError(operation: "replacing", path: path, number: errno)
            unlink(temporary)
            throw error
        }
    }
}

// Under other names, because the methods above hide those of the system.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

private func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    write(descriptor, buffer.baseAddress, buffer.count)
}
