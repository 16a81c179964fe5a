// SPDX-License-Identifier: Apache-2.0

import CastTransport
import NIOCore

extension CastSocket {
    /// Whether the peer runs on this machine: its address equals the local address of the connection. Also true for a
    /// socket within the process.
    var isOnThisMachine: Bool {
        guard (try? SocketAddress(ipAddress: remoteEndpoint.host, port: 0)) != nil else { return true }
        return remoteEndpoint.host == localEndpoint.host
    }
}
