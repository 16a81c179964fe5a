// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MulticastDNS

/// Returns a deadline in manual time, in milliseconds from an arbitrary start.
func at(_ milliseconds: Int64) -> NIODeadline {
    .uptimeNanoseconds(1_000_000_000_000) + .milliseconds(milliseconds)
}

func name(_ text: String) -> DNSName {
    do {
        return try DNSName(text)
    } catch {
        Issue.record("\(text) is not a name: \(error)")
        return .root
    }
}

let googlecast = name("_googlecast._tcp.local")

func instanceName(_ label: String) -> DNSName {
    name("\(label)._googlecast._tcp.local")
}

func pointer(_ label: String, timeToLive: UInt32 = 120) -> DNSRecord {
    DNSRecord(name: googlecast, timeToLive: timeToLive, data: .ptr(instanceName(label)))
}

func location(_ label: String, host: String = "host", port: UInt16 = 8009, timeToLive: UInt32 = 120) -> DNSRecord {
    DNSRecord(
        name: instanceName(label),
        flushesCache: true,
        timeToLive: timeToLive,
        data: .srv(DNSServiceLocation(port: port, target: name("\(host).local")))
    )
}

func text(_ label: String, _ pairs: KeyValuePairs<String, String> = [:], timeToLive: UInt32 = 4_500) throws -> DNSRecord
{
    DNSRecord(
        name: instanceName(label),
        flushesCache: true,
        timeToLive: timeToLive,
        data: .txt(try ServiceText(pairs))
    )
}

func address(_ host: String = "host", _ bytes: [UInt8] = [10, 0, 0, 7], timeToLive: UInt32 = 120) -> DNSRecord {
    DNSRecord(name: name("\(host).local"), flushesCache: true, timeToLive: timeToLive, data: .a(bytes))
}

func response(_ answers: [DNSRecord], additionals: [DNSRecord] = []) -> DNSMessage {
    DNSMessage(flags: .response, answers: answers, additionals: additionals)
}

/// Returns the records of a complete instance, as a real device sends them.
func announcement(
    _ label: String,
    host: String = "host",
    _ pairs: KeyValuePairs<String, String> = [:]
) throws -> DNSMessage {
    response([pointer(label), location(label, host: host), try text(label, pairs), address(host), denial(host)])
}

func denial(_ host: String) -> DNSRecord {
    DNSRecord(
        name: name("\(host).local"),
        flushesCache: true,
        timeToLive: 120,
        data: .nsec(name("\(host).local"), types: [.a])
    )
}

func source(
    _ host: [UInt8] = [10, 0, 0, 9],
    port: Int = PacketSource.multicastPort,
    isOwnHost: Bool = false
) throws -> PacketSource {
    PacketSource(
        address: try SocketAddress(packedIPAddress: ByteBuffer(bytes: host), port: port),
        host: host,
        port: port,
        family: .ipv4,
        isOwnHost: isOwnHost
    )
}

func offered(
    _ label: String,
    id: Int = 1,
    host: String = "host",
    subtypes: [String] = [],
    _ pairs: KeyValuePairs<String, String> = ["id": "1"]
) throws -> AnnouncedService {
    try AnnouncedService(
        ServiceRegistration(
            name: label,
            type: "_googlecast._tcp",
            subtypes: subtypes,
            port: 8009,
            hostName: host,
            text: try ServiceText(pairs)
        ),
        id: id
    )
}

func messages(_ datagrams: [[UInt8]]) throws -> [DNSMessage] {
    try datagrams.map { try DNSMessage(datagram: $0) }
}

/// Returns the decoded multicasts of a responder.
func messages(_ output: Responder.Output) throws -> [DNSMessage] {
    try messages(output.multicast.map(\.datagram))
}
