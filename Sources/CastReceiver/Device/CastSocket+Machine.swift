import CastTransport
import NIOCore

extension CastSocket {
    /// Whether the other end runs on this machine: it has the address at which it reached this end. So has a socket
    /// within the process.
    var isOnThisMachine: Bool {
        guard (try? SocketAddress(ipAddress: remoteEndpoint.host, port: 0)) != nil else { return true }
        return remoteEndpoint.host == localEndpoint.host
    }
}
