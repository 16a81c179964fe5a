// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOCore
import Testing

@testable import CastSender

/// Connections to devices that authenticate themselves or fail to.
@Suite("Connection with device authentication", .timeLimit(.minutes(1)))
struct AuthenticatedConnectionTests {
    private let time = ManualTime()
    private let proof: TestDevice
    private let peer: ScriptedPeer
    private let environment: ConnectionEnvironment

    init() async throws {
        proof = try TestDevice()
        let network = CastMemoryNetwork(eventLoop: time.eventLoop, certificate: proof.tlsCertificate)
        peer = try await ScriptedPeer(acceptor: network)
        environment = ConnectionEnvironment(
            connector: network,
            eventLoop: time.eventLoop,
            wallClock: { TestAuthority.time }
        )
    }

    private func options(_ policy: DeviceAuthenticationOptions.Policy) -> ConnectionOptions {
        var options = ConnectionOptions()
        options.authentication = proof.options
        options.authentication.policy = policy
        return options
    }

    private func open(_ options: ConnectionOptions) async throws -> CastConnection {
        let device = CastDevice(id: "1234", friendlyName: "Test TV", endpoints: [peer.endpoint])
        return try await CastConnection.open(to: device, options: options, environment: environment)
    }

    private func challenge(_ peer: ScriptedConnection) async throws -> AuthChallenge {
        let request = try await peer.expect("", in: .deviceAuth, to: "receiver-0")
        guard case .binary(let bytes) = request.message.payload,
            case .challenge(let challenge) = try DeviceAuthMessage(parsing: bytes)
        else { throw ScriptedPeerError.unexpected(request.message, expected: "a challenge") }
        return challenge
    }

    private func send(_ message: DeviceAuthMessage, _ peer: ScriptedConnection) async throws {
        try await peer.socket.sendOnLoop(RecordedHandshake.message(.binary(message.serializedBytes)))
    }

    private func serve(_ peer: ScriptedConnection) async throws {
        try await peer.expect("CONNECT", in: .connection, to: "receiver-0")
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
    }

    @Test("required: no other message is sent before the device is authenticated")
    func required() async throws {
        async let opening = open(options(.required))
        let peer = try await peer.accept()
        let challenge = try await challenge(peer)
        #expect(challenge.senderNonce.count == 16 && Set(challenge.senderNonce).count > 4)
        #expect(challenge.hashAlgorithm == .sha256 && challenge.signatureAlgorithm == .rsassaPKCS1v15)
        await time.advance(by: .seconds(4))
        try peer.verify()
        try await send(.response(try proof.answer(challenge)), peer)
        try await serve(peer)
        let connection = try await opening
        guard case .authenticated(let device) = connection.authentication else {
            Issue.record("\(connection.authentication)")
            return
        }
        #expect(device.serialName == "TEST FA8FCA000001" && device.rootName == "Test Root")
        await connection.close()
    }

    @Test(
        "required: a device that fails authentication is disconnected, and the error gives the reason",
        arguments: [
            (DeviceAuthMessage.error(.internalError), DeviceAuthenticationFailure.Code.refusedByDevice),
            (.challenge(AuthChallenge()), .challengeReceived),
            (.response(AuthResponse(signature: [1], clientAuthCertificate: [2])), .certificateUnreadable),
        ]
    )
    func refused(_ reply: DeviceAuthMessage, _ code: DeviceAuthenticationFailure.Code) async throws {
        let opening = Task { try await open(options(.required)) }
        let peer = try await peer.accept()
        _ = try await challenge(peer)
        try await send(reply, peer)
        let error = try await failure(of: { try await opening.value })
        #expect(error.code == .notAuthenticated)
        #expect((error.cause as? DeviceAuthenticationFailure)?.code == code)
        #expect(error.reason.contains("Test TV"))
        #expect(try await peer.expectClose() == .remote)
    }

    @Test("required: a device that does not reply is disconnected after five seconds, despite its heartbeats")
    func silent() async throws {
        let opening = Task { try await open(options(.required)) }
        let peer = try await peer.accept()
        _ = try await challenge(peer)
        await time.advance(by: .milliseconds(4_900))
        try await peer.send(["type": "PING"], in: .heartbeat, to: "sender-0")
        await time.advance(by: .milliseconds(200))
        let error = try await failure(of: { try await opening.value })
        #expect((error.cause as? DeviceAuthenticationFailure)?.code == .timedOut)
        #expect(peer.pings == 0)
    }

    @Test("required: any other message before the reply is an error")
    func somethingElse() async throws {
        let opening = Task { try await open(options(.required)) }
        let peer = try await peer.accept()
        _ = try await challenge(peer)
        try await peer.send(ModelDevice.idle, in: .receiver)
        let error = try await failure(of: { try await opening.value })
        #expect((error.cause as? DeviceAuthenticationFailure)?.code == .unexpectedMessage)
    }

    @Test("required: a device that closes instead of replying fails, and so does one without TLS")
    func closes() async throws {
        let opening = Task { try await open(options(.required)) }
        let peer = try await peer.accept()
        _ = try await challenge(peer)
        try await peer.close()
        let error = try await failure(of: { try await opening.value })
        #expect((error.cause as? DeviceAuthenticationFailure)?.code == .interrupted)

        let plain = try await ModelDevice()
        let refused = try await failure(of: {
            try await CastConnection.open(
                to: plain.device,
                options: options(.required),
                environment: plain.environment
            )
        })
        #expect((refused.cause as? DeviceAuthenticationFailure)?.code == .noTLS)
    }

    @Test("required: cancellation while the device signs closes the connection")
    func cancelled() async throws {
        let opening = Task { try await open(options(.required)) }
        let peer = try await peer.accept()
        _ = try await challenge(peer)
        opening.cancel()
        let error = try await failure(of: { try await opening.value })
        #expect(error.code == .requestCancelled)
        #expect(try await peer.expectClose() == .remote)
    }

    @Test("preferred: the connection opens without waiting, and reports the result later")
    func preferred() async throws {
        async let opening = open(options(.preferred))
        let peer = try await peer.accept()
        let challenge = try await challenge(peer)
        try await serve(peer)
        let connection = try await opening
        #expect(connection.authentication == .pending)
        try await send(.response(try proof.answer(challenge)), peer)
        var seen: [DeviceAuthentication] = []
        for await state in connection.authentications { seen.append(state) }
        guard case .authenticated? = seen.last else {
            Issue.record("\(seen)")
            return
        }
        // A second reply is ignored.
        try await send(.error(.internalError), peer)
        await time.settle()
        #expect(connection.authentication == seen.last)
        await connection.close()
    }

    @Test("preferred: a device that does not authenticate is used, and the failure is reported")
    func preferredWithoutProof() async throws {
        async let opening = open(options(.preferred))
        let peer = try await peer.accept()
        _ = try await challenge(peer)
        try await serve(peer)
        let connection = try await opening
        await time.advance(by: .seconds(5))
        #expect(connection.authentication == .failed(DeviceAuthenticationFailure(.timedOut, "")))
        #expect(connection.state == .connected)
        await connection.close()
    }

    /// The messages sent before the first status, in rounds; each round is answered when all of it has arrived.
    private static let rounds: [(DeviceAuthenticationOptions.Policy, [[CastNamespace]])] = [
        (.off, [[.connection, .receiver]]),
        (.preferred, [[.deviceAuth, .connection, .receiver]]),
        (.required, [[.deviceAuth], [.connection, .receiver]]),
    ]

    @Test(
        "the first status takes one round trip, or two if authentication is required",
        arguments: rounds
    )
    func cost(policy: DeviceAuthenticationOptions.Policy, rounds: [[CastNamespace]]) async throws {
        async let opening = open(options(policy))
        let peer = try await peer.accept()
        for round in rounds {
            var requests: [ScriptedRequest] = []
            for _ in round { requests.append(try await peer.nextRequest()) }
            #expect(requests.map(\.message.namespace) == round)
            await time.settle()
            try peer.verify()
            let last = try #require(requests.last)
            if case .binary(let bytes) = last.message.payload,
                case .challenge(let challenge) = try DeviceAuthMessage(parsing: bytes)
            {
                try await send(.response(try proof.answer(challenge)), peer)
            } else {
                try await peer.reply(to: last, ModelDevice.idle)
            }
        }
        let connection = try await opening
        #expect(connection.state == .connected)
        await connection.close()
    }

    @Test("off: no challenge is sent")
    func off() async throws {
        async let opening = open(options(.off))
        let peer = try await peer.accept()
        try await serve(peer)
        let connection = try await opening
        #expect(connection.authentication == .notChallenged)
        await connection.close()
    }
}
