#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A Unix domain socket at a path, which only this user may open from its first moment on.
enum ControlSocket {
    /// A listening socket.
    ///
    /// A socket that a program left behind at the path is replaced; anything else there is somebody's.
    ///
    /// - Throws: ``VirtualDeviceError`` saying what is wrong with the path.
    static func listen(at path: String, backlog: Int) throws(VirtualDeviceError) -> Int32 {
        let address = try address(of: path)
        try removeAbandoned(path, address)
        let descriptor = open()
        guard descriptor >= 0 else { throw failure("opening a socket for", path) }
        // Before it has a name, so that nobody else can connect in between.
        fchmod(descriptor, 0o600)
        let bound = withPointer(to: address) { bind(descriptor, $0, $1) }
        guard bound == 0, chmod(path, 0o600) == 0, systemListen(descriptor, Int32(backlog)) == 0 else {
            let error = failure("listening at", path)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func address(of path: String) throws(VirtualDeviceError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard !bytes.isEmpty, !bytes.contains(0), bytes.count <= limit else {
            throw VirtualDeviceError(
                .invalidConfiguration,
                "\"\(path.prefix(200))\" is no path for a socket, which has 1 to \(limit) bytes"
            )
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func removeAbandoned(_ path: String, _ address: sockaddr_un) throws(VirtualDeviceError) {
        var information = stat()
        guard lstat(path, &information) == 0 else { return }
        guard information.st_mode & S_IFMT == S_IFSOCK else {
            throw VirtualDeviceError(.invalidConfiguration, "\(path) is there and is no socket; choose another path")
        }
        let descriptor = open()
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A program whose queue of connections is full would keep a blocking call waiting; it listens all the same.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        guard withPointer(to: address, { connect(descriptor, $0, $1) }) != 0 else {
            throw VirtualDeviceError(.portInUse, "another program listens at \(path); choose another path")
        }
        if errno == EAGAIN || errno == EINPROGRESS {
            throw VirtualDeviceError(.portInUse, "another program listens at \(path); choose another path")
        }
        if errno == ECONNREFUSED { unlink(path) }
    }

    private static func failure(_ doing: String, _ path: String) -> VirtualDeviceError {
        VirtualDeviceError(.failed, "\(doing) \(path): \(String(cString: strerror(errno)))")
    }

    private static func open() -> Int32 {
        #if canImport(Glibc)
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
        socket(AF_UNIX, Int32(SOCK_STREAM), 0)
        #endif
    }

    private static func withPointer(
        to address: sockaddr_un,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

// Under another name, because the type above has a method of this one.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}
