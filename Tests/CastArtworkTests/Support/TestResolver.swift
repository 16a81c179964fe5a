// SPDX-License-Identifier: Apache-2.0

import CastHTTPClient
import NIOConcurrencyHelpers

@testable import CastArtwork
@testable import CastArtworkHTTP

/// A resolver with scripted answers, which can change with each lookup.
struct TestResolver: HostResolver {
    struct Unknown: Error {}

    private let answers: NIOLockedValueBox<[String: [[String]]]>

    /// - Parameter answers: The addresses of each name for the first lookup, the second and so on. The last ones are
    ///   kept.
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
    /// Returns a fetcher that treats 127.0.0.1 as the internet, 127.0.0.2 as the local network and 127.0.0.3 as this
    /// machine.
    static func abroad(
        _ names: [String: [[String]]] = [:],
        limits: ArtworkLimits = ArtworkLimits(time: .seconds(5))
    ) -> ArtworkFetcher {
        var fetcher = ArtworkFetcher(limits: limits)
        fetcher.resolver = TestResolver(names)
        fetcher.classify = { address in
            switch address {
            case "127.0.0.1": .internet
            case "127.0.0.2": .site
            default: NetworkScope(address: address)
            }
        }
        return fetcher
    }
}
