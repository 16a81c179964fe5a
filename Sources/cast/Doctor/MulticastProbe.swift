import MulticastDNS
import NIOPosix

/// Sends a question by multicast on one interface, and listens for whether it comes back.
struct MulticastProbe: Sendable {
    var interface: String

    /// A question goes out at once, after 120 ms at most, after 1 s and after 3 s (RFC 6762, section 5.2). The limit lies
    /// between two questions, so that an answer to the last one counts.
    private static let patience = Duration.seconds(4)
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
                    "multicast cannot be opened: \(error.reason)",
                    "another program may hold UDP port 5353 for itself; the line about the port names it"
                ), Hearing()
            )
        }
        // A host does not repeat a question that another host just asked (RFC 6762, section 7.3). Nobody else asks
        // this one, so it certainly goes out; the other one makes devices answer.
        let check = endpoint.browse("_cast-\(UInt32.random(in: .min ... .max))._tcp")
        let browse = endpoint.browse("_googlecast._tcp")
        let deadline = ContinuousClock.now + Self.patience
        var counters = await endpoint.counters
        while counters.ownDatagramsReceived == 0, ContinuousClock.now < deadline, !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            counters = await endpoint.counters
        }
        check.cancel()
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
