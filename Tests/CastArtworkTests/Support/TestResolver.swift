import CastHTTPClient
import NIOConcurrencyHelpers

@testable import CastArtwork

/// Names that mean what a test says, and something else the next time.
struct TestResolver: HostResolver {
    struct Unknown: Error {}

    private let answers: NIOLockedValueBox<[String: [[String]]]>

    /// - Parameter answers: For each name the addresses of the first look-up, of the second and so on; the last stays.
    init(_ answers: [String: [[String]]]) {
        self.answers = NIOLockedValueBox(answers)
    }

    func addresses(of host: String, within limit: Duration) async throws -> [String] {
        try answers.withLockedValue { answers in
            guard let first = answers[host]?.first else { throw Unknown() }
            if answers[host]?.count ?? 0 > 1 { answers[host]?.removeFirst() }
            return first
        }
    }
}

extension ArtworkFetcher {
    /// A fetcher for which 127.0.0.1 is out in the world, 127.0.0.2 in this home and 127.0.0.3 this machine.
    static func abroad(
        _ names: [String: [[String]]] = [:],
        limits: ArtworkLimits = ArtworkLimits(time: .seconds(5))
    ) -> ArtworkFetcher {
        var fetcher = ArtworkFetcher(limits: limits)
        fetcher.resolver = TestResolver(names)
        fetcher.reach = { address in
            switch address {
            case "127.0.0.1": .world
            case "127.0.0.2": .site
            default: NetworkReach(address: address)
            }
        }
        return fetcher
    }
}
