// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import Crypto
import CryptoExtras
import NIOCore
import NIOPosix
import SwiftASN1
import Testing
import X509

@testable import CastReceiver

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("A device over TLS on loopback")
struct TLSDeviceTests {
    private static let configuration = DeviceConfiguration(
        name: "Study",
        port: 0,
        httpPort: 0,
        httpsPort: 0,
        interfaces: .named(["lo"]),
        advertises: false
    )

    private func connect(to device: VirtualDevice) async throws -> (any CastSocket, SocketRecorder) {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let connector = CastTLSConnector(group: MultiThreadedEventLoopGroup.singleton)
        let socket = try await connector.connect(to: device.endpoint, timeout: .seconds(10), on: loop)
        return (socket, try await SocketRecorder.activated(on: socket))
    }

    private func message(_ payload: JSONObject, _ namespace: CastNamespace, to: String = "receiver-0") -> CastMessage {
        CastMessage(from: "sender-0", to: to, namespace: namespace, payload: .text(payload.jsonString))
    }

    @Test(
        "a device accepts connections, authenticates and launches, and can be restarted with the same port",
        .timeLimit(.minutes(1))
    )
    func serves() async throws {
        let device = try await VirtualDevice.start(Self.configuration)
        #expect(device.endpoint.host == "127.0.0.1" && device.endpoint.port != 0)
        #expect(device.pageURL?.hasPrefix("http://127.0.0.1:") == true)
        let (socket, recorder) = try await connect(to: device)
        let tlsCertificate = try #require(socket.peerCertificate)

        let nonce: [UInt8] = Array(0..<16)
        let challenge = DeviceAuthMessage.challenge(AuthChallenge(senderNonce: nonce, hashAlgorithm: .sha256))
        try await socket.sendOnLoop(
            CastMessage(
                from: "sender-0",
                to: "receiver-0",
                namespace: .deviceAuth,
                payload: .binary(challenge.serializedBytes)
            )
        )
        let answer = try await recorder.nextMessage()
        guard case .binary(let bytes) = answer.payload,
            case .response(let response) = try DeviceAuthMessage(parsing: bytes)
        else {
            Issue.record("expected a response, not \(answer)")
            return
        }
        let certificate = try Certificate(derEncoded: response.clientAuthCertificate)
        let key = try #require(_RSA.Signing.PublicKey(certificate.publicKey))
        #expect(
            key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: response.signature),
                for: SHA256.hash(data: nonce + tlsCertificate),
                padding: .insecurePKCS1v1_5
            )
        )

        try await socket.sendOnLoop(
            message(["type": "CONNECT"], .connection),
            message(["type": "LAUNCH", "appId": "CC1AD845", "requestId": 1], .receiver)
        )
        let members = try await recorder.nextMessage().jsonObject()
        #expect(members.messageType == "MULTIZONE_STATUS")
        let progress = try await recorder.nextMessage().jsonObject()
        #expect(progress.messageType == "LAUNCH_STATUS")
        let status = try await recorder.nextMessage().jsonObject()
        #expect(status["status"]?["applications"]?[0]?["appId"] == .string("CC1AD845"))

        await device.close()
        #expect(try await recorder.closeReason() == .remote)
        var again = Self.configuration
        again.port = device.endpoint.port
        let second = try await VirtualDevice.start(again)
        #expect(second.endpoint.port == device.endpoint.port)
        await second.close()
    }

    @Test("a port in use is a typed error that names the port, and leaves nothing open", .timeLimit(.minutes(1)))
    func portInUse() async throws {
        let device = try await VirtualDevice.start(Self.configuration)
        var taken = Self.configuration
        taken.port = device.endpoint.port
        let error = await #expect(throws: VirtualDeviceError.self) { try await VirtualDevice.start(taken) }
        #expect(error?.code == .portInUse)
        #expect(error?.reason.contains("\(device.endpoint.port)") == true)
        await device.close()
        taken.httpPort = nil
        await (try VirtualDevice.start(taken)).close()
    }

    @Test("a missing interface is a typed error")
    func noInterface() async {
        var configuration = Self.configuration
        configuration.interfaces = .named(["nowhere0"])
        let error = await #expect(throws: VirtualDeviceError.self) { try await VirtualDevice.start(configuration) }
        #expect(error?.code == .addressNotAvailable)
        #expect(error?.reason.contains("nowhere0") == true)
    }

    @Test(
        "an invalid configuration is a typed error",
        arguments: [
            DeviceConfiguration(name: ""), DeviceConfiguration(port: 70_000), DeviceConfiguration(httpPort: -1),
            DeviceConfiguration(volumeLevel: 2),
        ]
    )
    func invalid(configuration: DeviceConfiguration) async {
        let error = await #expect(throws: VirtualDeviceError.self) { try await VirtualDevice.start(configuration) }
        #expect(error?.code == .invalidConfiguration)
    }

    @Test("garbage instead of a frame closes its TLS connection only", .timeLimit(.minutes(1)))
    func garbage() async throws {
        let device = try await VirtualDevice.start(Self.configuration)
        let raw = try await CastTesting.RawConnection.connect(
            to: device.endpoint,
            usesTLS: true,
            group: MultiThreadedEventLoopGroup.singleton
        )
        try await raw.send([0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3])
        try await raw.waitForEnd()
        let plain = try await CastTesting.RawConnection.connect(
            to: device.endpoint,
            usesTLS: false,
            group: MultiThreadedEventLoopGroup.singleton
        )
        try await plain.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        try await plain.waitForEnd()
        let (socket, recorder) = try await connect(to: device)
        try await socket.sendOnLoop(message(["type": "PING"], .heartbeat))
        #expect(try await recorder.nextMessage().jsonObject().messageType == "PONG")
        #expect(await device.drops[.badFrame] == 1)
        await device.close()
    }
}
