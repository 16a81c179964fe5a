// SPDX-License-Identifier: Apache-2.0

import NIOEmbedded
import Testing

@testable import CastTransport

@Suite("Admission to a TLS listener")
struct TLSAdmissionTests {
    private final class Peer {
        let address: String
        var id: ObjectIdentifier { ObjectIdentifier(self) }

        init(_ address: String) { self.address = address }
    }

    private let configuration: CastAcceptConfiguration = {
        var configuration = CastAcceptConfiguration()
        configuration.handshakeLimit = 5
        configuration.handshakeLimitPerAddress = 5
        configuration.socketLimitPerAddress = 3
        return configuration
    }()

    @Test("A connection that one limit refuses replaces no handshake of another host")
    func refusedReplacesNothing() {
        var admission = TLSAdmission(configuration)
        let open = (0..<3).map { _ in Peer("192.0.2.1") }
        for peer in open {
            let verdict = admission.accepted(peer.id, from: peer.address)
            #expect(verdict.isAdmitted)
            let isListening = admission.handshakeCompleted(peer.id)
            #expect(isListening)
        }
        let others = ["192.0.2.2", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"].map(Peer.init)
        for peer in others {
            let verdict = admission.accepted(peer.id, from: peer.address)
            #expect(verdict == TLSAdmission.Verdict(isAdmitted: true))
        }
        let fourth = Peer("192.0.2.1")
        let verdict = admission.accepted(fourth.id, from: fourth.address)
        #expect(verdict == TLSAdmission.Verdict(isAdmitted: false))
        #expect(admission.handshaking == 5)
        #expect(admission.count == 8)
        #expect(admission.refused == 1)
        // The objects must exist until here: an id is the address of its object.
        withExtendedLifetime((open, others, fourth)) {}
    }

    @Test("At the limit of handshakes, a new host replaces the oldest handshake of the host with the most")
    func replaces() {
        var admission = TLSAdmission(configuration)
        let others = ["192.0.2.2", "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"].map(Peer.init)
        for peer in others { _ = admission.accepted(peer.id, from: peer.address) }
        let new = Peer("192.0.2.1")
        let verdict = admission.accepted(new.id, from: new.address)
        #expect(verdict == TLSAdmission.Verdict(isAdmitted: true, replaced: [others[0].id]))
        #expect(admission.count == 5)
        withExtendedLifetime((others, new)) {}
    }

    @Test("After the listener has closed, no connection is admitted and no handshake completes")
    func closedListener() {
        let connections = TLSServerConnections(configuration)
        let channels = (0..<3).map { _ in EmbeddedChannel() }
        #expect(connections.accepted(channels[0]))
        #expect(connections.accepted(channels[1]))
        #expect(connections.handshakeCompleted(channels[0]))
        #expect(!connections.handshakeCompleted(channels[0]), "a handshake completes once")
        connections.stopListening()
        #expect(!connections.accepted(channels[2]))
        #expect(!connections.handshakeCompleted(channels[1]))
        #expect(connections.counts == (open: 2, handshaking: 0, refused: 0))
        for channel in channels { connections.closed(channel) }
        #expect(connections.counts == (open: 0, handshaking: 0, refused: 0))
    }
}
