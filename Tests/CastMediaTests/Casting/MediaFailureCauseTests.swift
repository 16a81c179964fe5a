// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastMedia

@Suite struct MediaFailureCauseTests {
    private static func traffic(_ requests: Int, status: Int? = 200, refused: String? = nil) -> MediaTraffic {
        var traffic = MediaTraffic()
        traffic.requests = requests
        traffic.lastStatus = status
        traffic.lastProblem = status == 503 ? "ffmpeg ended with 1" : nil
        traffic.lastRefusedClient = refused
        return traffic
    }

    @Test(
        arguments: [
            (.mediaSourceNotSupported, traffic(0), .neverRequested),
            (nil, traffic(0, refused: "10.0.0.9"), .requestedElsewhere(client: "10.0.0.9")),
            (.mediaNetwork, traffic(2, status: 404), .notServed(status: 404, reason: nil)),
            (.segmentNetwork, traffic(2, status: 503), .notServed(status: 503, reason: "ffmpeg ended with 1")),
            (.mediaDecode, traffic(2, status: 206), .unsupportedFormat),
            (104, nil, .unsupportedFormat), (103, nil, .network), (311_404, nil, .network), (904, nil, .interrupted),
            (777, nil, .unknown), (nil, nil, .unknown),
        ] as [(DetailedErrorCode?, MediaTraffic?, MediaFailureCause)]
    )
    func `what the server saw comes before what the device said`(
        code: DetailedErrorCode?,
        traffic: MediaTraffic?,
        cause: MediaFailureCause
    ) {
        #expect(MediaFailureCause(code, traffic: traffic) == cause)
    }

    @Test func `only an unknown cause has no advice`() {
        let causes: [MediaFailureCause] = [
            .neverRequested, .requestedElsewhere(client: "10.0.0.9"), .notServed(status: 404, reason: nil),
            .unsupportedFormat, .network, .interrupted,
        ]
        for (isLocal, isConverted) in [(true, false), (true, true), (false, false)] {
            for cause in causes { #expect(cause.advice(isLocal: isLocal, isConverted: isConverted) != nil) }
        }
        #expect(MediaFailureCause.unknown.advice(isLocal: true, isConverted: false) == nil)
        let advice = MediaFailureCause.unsupportedFormat.advice(isLocal: true, isConverted: true)
        #expect(advice?.contains("ffmpeg -i") == false, "a converted file need not be converted again")
    }
}
