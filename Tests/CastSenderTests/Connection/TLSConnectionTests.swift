// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOPosix
import Testing

@testable import CastSender

/// The connection over a real socket with TLS.
@Suite("Connection over TLS", .timeLimit(.minutes(1)))
struct TLSConnectionTests {
    @Test("A session connects, launches, loads, controls and stops")
    func session() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let acceptor = try CastTLSAcceptor(group: group, identity: try .selfSigned(commonName: "test"))
        let listener = try await ScriptedPeer(acceptor: acceptor)
        async let opening = CastConnection.open(to: listener.endpoint)
        let peer = try await listener.accept()
        // The challenge is sent first; the connection does not wait for its answer.
        let challenge = try await peer.expect("", in: .deviceAuth)
        #expect(challenge.message.sourceID == "sender-0" && challenge.message.destinationID == "receiver-0")
        try await peer.expect("CONNECT", in: .connection)
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        let connection = try await opening
        #expect(connection.localAddress == "127.0.0.1")
        #expect(connection.authentication == .pending)

        async let launching = connection.launch("CC1AD845")
        let launch = try await peer.expect("LAUNCH", in: .receiver)
        try await peer.send(ModelDevice.status(requestID: launch.requestID), in: .receiver)
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        try await peer.reply(
            to: try await peer.expect("GET_STATUS", in: .media),
            ["type": "MEDIA_STATUS", "status": []]
        )
        let session = try await launching

        peer.whenever("PAUSE", in: .media) { _ in
            [["type": "MEDIA_STATUS", "status": [["mediaSessionId": 1, "playerState": "PAUSED", "currentTime": 4]]]]
        }
        async let loading = session.media.load(
            MediaInformation(contentID: "http://127.0.0.1/film.mp4"),
            until: .playing()
        )
        let load = try await peer.expect("LOAD", in: .media)
        try await peer.reply(
            to: load,
            ["type": "MEDIA_STATUS", "status": [["mediaSessionId": 1, "playerState": "PLAYING"]]]
        )
        #expect(try await loading.playerState == .playing)
        #expect(try await session.media.pause()?.position() == 4)

        try peer.verify()
        await connection.close()
        #expect(connection.authentication == .failed(DeviceAuthenticationFailure(.interrupted, "")))
        #expect(try await peer.expectClose() == .remote)
        await listener.close()
    }

    @Test("A refused connection is reported at once")
    func refused() async throws {
        let error = try await failure(of: {
            try await CastConnection.open(to: CastEndpoint(host: "127.0.0.1", port: 1))
        })
        #expect(error.code == .connectFailed)
        #expect(error.reason.contains("127.0.0.1:1"))
    }

    @Test("An endpoint that accepts TCP without TLS fails with a handshake error")
    func silentTCP() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let silent = try await RawPeer(group: group)
        var options = ConnectionOptions()
        options.connectTimeout = .milliseconds(300)
        let error = try await failure(of: { [options] in
            try await CastConnection.open(to: silent.endpoint, options: options)
        })
        #expect(error.code == .handshakeFailed)
        await silent.close()
    }
}
