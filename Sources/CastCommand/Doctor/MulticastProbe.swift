// SPDX-License-Identifier: Apache-2.0

import MulticastDNS

/// Sends multicast DNS queries on an interface and checks whether they are received.
struct MulticastProbe: Sendable {
    var interface: String

    /// The time limit. Queries are sent within 120 ms, after 1 s and after 3 s (RFC 6762, section 5.2). The limit lies
    /// between two queries, so that a response to the last one counts.
    private static let timeLimit = Duration.seconds(4)
    private static let interval = Duration.milliseconds(20)

    /// Runs the probe and returns the finding and the numbers of received packets.
    func run() async -> (Finding, PacketCounts) {
        let endpoint: MDNSEndpoint
        do {
            endpoint = try await MDNSEndpoint.start(interfaces: .named([interface]))
        } catch {
            return (
                finding(
                    .failure,
                    "multicast is not available: \(error.reason)",
                    "make sure that no other program uses UDP port 5353 exclusively; see the finding about port 5353"
                ), PacketCounts()
            )
        }
        // A host does not repeat a query that another host has just sent (RFC 6762, section 7.3). The service type of
        // the first query is random, so no other host sends that query. The second query makes devices respond.
        let check = endpoint.browse("_cast-\(UInt32.random(in: .min ... .max))._tcp")
        let browse = endpoint.browse("_googlecast._tcp")
        let deadline = ContinuousClock.now + Self.timeLimit
        var counters = await endpoint.counters
        while counters.ownDatagramsReceived == 0, ContinuousClock.now < deadline, !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            counters = await endpoint.counters
        }
        check.close()
        browse.close()
        await endpoint.close()
        let packetCounts = PacketCounts(
            own: counters.ownDatagramsReceived,
            fromOthers: counters.datagramsReceived - counters.ownDatagramsReceived
        )
        guard counters.datagramsSent > 0 else {
            return (
                finding(
                    .failure,
                    "multicast packets could not be sent",
                    "allow outgoing UDP port 5353 to 224.0.0.251 and ff02::fb in the firewall"
                ), packetCounts
            )
        }
        guard packetCounts.own > 0 else {
            return (
                finding(
                    .failure,
                    "multicast packets were sent but not received",
                    "allow incoming UDP port 5353 from this network in the firewall"
                ), packetCounts
            )
        }
        return (finding(.ok, "multicast packets are sent and received", nil), packetCounts)
    }

    private func finding(_ verdict: Finding.Verdict, _ detail: String, _ advice: String?) -> Finding {
        Finding(check: "multicast", subject: interface, verdict: verdict, detail: detail, advice: advice)
    }
}

/// The numbers of multicast packets received during a probe.
struct PacketCounts: Hashable, Sendable {
    /// Packets that the probe itself sent.
    var own = 0
    /// Packets from other programs and machines.
    var fromOthers = 0

    mutating func merge(_ other: PacketCounts) {
        own += other.own
        fromOthers += other.fromOthers
    }
}
