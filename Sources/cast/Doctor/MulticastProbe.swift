import MulticastDNS
import NIOPosix

/// Sends a question by multicast on one interface, and listens for whether it comes back.
struct MulticastProbe: Sendable {
    var interface: String

    /// A question goes out within 120 ms (RFC 6762, section 5.2); more, for a machine under load.
    private static let patience = Duration.seconds(2)
    private static let interval = Duration.milliseconds(20)

    /// What was found, and what was heard.
    func run() async -> (Finding, Hearing) {
        let endpoint: MulticastDNS
        do {
            endpoint = try await MulticastDNS.start(
                interfaces: .named([interface]),
                group: MultiThreadedEventLoopGroup.singleton
            )
        } catch {
            return (
                finding(
                    .failure,
                    "multicast cannot be opened: \(error)",
                    "another program may hold UDP port 5353 for itself; the line about the port names it"
                ), Hearing()
            )
        }
        let browse = endpoint.browse("_googlecast._tcp")
        let deadline = ContinuousClock.now + Self.patience
        var counters = await endpoint.counters
        while counters.ownDatagramsReceived == 0, ContinuousClock.now < deadline, !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            counters = await endpoint.counters
        }
        browse.cancel()
        await endpoint.shutdown()
        let hearing = Hearing(
            own: counters.ownDatagramsReceived,
            fromOthers: counters.datagramsReceived - counters.ownDatagramsReceived
        )
        guard counters.datagramsSent > 0 else {
            return (
                finding(
                    .failure,
                    "nothing could be sent by multicast",
                    "a firewall may drop outgoing UDP port 5353; allow it for 224.0.0.251 and ff02::fb"
                ), hearing
            )
        }
        guard hearing.own > 0 else {
            return (
                finding(
                    .failure,
                    "what was sent by multicast did not come back",
                    "a firewall may drop incoming UDP port 5353; allow it from this network"
                ), hearing
            )
        }
        return (finding(.ok, "multicast goes out and comes in", nil), hearing)
    }

    private func finding(_ verdict: Finding.Verdict, _ detail: String, _ advice: String?) -> Finding {
        Finding(check: "multicast", subject: interface, verdict: verdict, detail: detail, advice: advice)
    }
}
