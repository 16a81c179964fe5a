// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire

extension ConformanceCase {
    static let authentication: [ConformanceCase] = [
        ConformanceCase("AU01", .must, "A challenge is answered with a certificate and a signature") { context in
            let response = try await authenticate(context, AuthChallenge(senderNonce: nonce, hashAlgorithm: .sha256))
            try require(!response.signature.isEmpty, "a signature", received: "an empty one")
            try require(!response.clientAuthCertificate.isEmpty, "a certificate", received: "an empty one")
        },
        ConformanceCase("AU02", .should, "The response repeats the nonce of the challenge") { context in
            let response = try await authenticate(context, AuthChallenge(senderNonce: nonce, hashAlgorithm: .sha256))
            try require(
                response.senderNonce == nonce,
                "the nonce of \(nonce.count) bytes",
                received: "\(response.senderNonce.count) bytes that differ"
            )
        },
        ConformanceCase("AU03", .should, "The signature uses SHA-256 if the challenge asks for it") { context in
            let response = try await authenticate(context, AuthChallenge(senderNonce: nonce, hashAlgorithm: .sha256))
            try require(response.hashAlgorithm == .sha256, "SHA-256", received: "\(response.hashAlgorithm)")
        },
        ConformanceCase("AU04", .must, "An empty challenge is answered") { context in
            _ = try await authenticate(context, AuthChallenge())
        },
        ConformanceCase("AU05", .must, "A second challenge on a connection is answered") { context in
            let connection = try await context.open(greets: false)
            for _ in 0..<2 { _ = try await exchange(connection, AuthChallenge(senderNonce: nonce)) }
        },
        ConformanceCase("AU06", .must, "A sender that skips authentication is served") { context in
            _ = try await context.receiverStatus(try await context.open())
        },
        ConformanceCase("AU07", .should, "The response has the certificate of the manufacturer between device and root")
        {
            context in
            let response = try await authenticate(context, AuthChallenge(senderNonce: nonce, hashAlgorithm: .sha256))
            try require(!response.intermediateCertificates.isEmpty, "an intermediate certificate", received: "none")
        },
        ConformanceCase("AU08", .must, "A challenge that cannot be read does not end the device's service") { context in
            let connection = try await context.open()
            try await connection.send(
                CastMessage(
                    from: connection.senderID,
                    to: CastMessage.receiverID,
                    namespace: .deviceAuth,
                    payload: .binary([0xFF, 0xFF, 0xFF])
                )
            )
            _ = try await context.receiverStatus(try await context.open())
        },
    ]

    private static let nonce: [UInt8] = (0..<16).map { _ in UInt8.random(in: 0...255) }

    private static func authenticate(
        _ context: CaseContext,
        _ challenge: AuthChallenge
    ) async throws -> AuthResponse {
        try await exchange(try await context.open(greets: false), challenge)
    }

    private static func exchange(_ connection: TestConnection, _ challenge: AuthChallenge) async throws -> AuthResponse
    {
        try await connection.send(
            CastMessage(
                from: CastMessage.senderID,
                to: CastMessage.receiverID,
                namespace: .deviceAuth,
                payload: .binary(DeviceAuthMessage.challenge(challenge).serializedBytes)
            )
        )
        let reply = try await connection.next("a response to the challenge") { $0.namespace == .deviceAuth }
        guard case .binary(let bytes) = reply.message.payload else {
            throw CaseDifference(expected: "a binary payload", received: reply.summary)
        }
        let message: DeviceAuthMessage
        do throws(DeviceAuthMessageError) {
            message = try DeviceAuthMessage(parsing: bytes)
        } catch {
            throw CaseDifference(expected: "a DeviceAuthMessage", received: "\(error)")
        }
        guard case .response(let response) = message else {
            throw CaseDifference(expected: "a response", received: "\(message)")
        }
        return response
    }
}
