// SPDX-License-Identifier: Apache-2.0

import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A Unix domain socket at a path, which only the current user can open, from its creation on.
enum ControlSocket {
    /// Creates a listening socket.
    ///
    /// Replaces a socket that a terminated program has left at the path; any other file at the path is an error.
    ///
    /// - Throws: ``VirtualDeviceError``, which describes the problem with the path.
    static func listen(at path: String, backlog: Int) throws(VirtualDeviceError) -> Int32 {
        let address = try address(of: path)
        try removeAbandoned(path, address)
        let descriptor = open()
        guard descriptor >= 0 else { throw failure("opening a socket for", path) }
        // Set before the socket has a name, so that no other user can connect in between.
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
                "\"\(path.prefix(200))\" is not a valid socket path; use a path of 1 to \(limit) bytes"
            )
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func removeAbandoned(_ path: String, _ address: sockaddr_un) throws(VirtualDeviceError) {
        guard let type = try? Stat(path, followTargetSymlink: false).type else { return }
        guard type == .socket else {
            throw VirtualDeviceError(.invalidConfiguration, "\(path) exists and is not a socket; choose another path")
        }
        let descriptor = open()
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // A blocking call would wait for a program whose connection queue is full, although that program is listening.
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        guard withPointer(to: address, { connect(descriptor, $0, $1) }) != 0 else {
            throw VirtualDeviceError(.portInUse, "another program is listening at \(path); choose another path")
        }
        if errno == EAGAIN || errno == EINPROGRESS {
            throw VirtualDeviceError(.portInUse, "another program is listening at \(path); choose another path")
        }
        if errno == ECONNREFUSED { unlink(path) }
    }

    private static func failure(_ operation: String, _ path: String) -> VirtualDeviceError {
        VirtualDeviceError(.failed, "\(operation) \(path): \(String(cString: strerror(errno)))")
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

// The name differs because the type above has a method `listen`.
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}
