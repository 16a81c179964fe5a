// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Programs as app developers write them, compiled unchanged in Swift 5 mode and run against a virtual device.
@Suite("Samples", .serialized)
struct SampleTests {
    @Test(
        "Samples compile in Swift 5 mode without a warning and behave as documented",
        .timeLimit(.minutes(10)),
        arguments: SampleSource.available
    )
    func samples(_ source: SampleSource) async throws {
        let bench = try SampleBench(source)
        let all = [
            "01-context-and-logger", "02-cast-button", "03-load-media", "04-container", "05-mini-controller",
            "06-expanded-controls", "07-volume", "08-ad-breaks", "09-playback-rate", "10-custom-channel", "11-images",
            "12-queue", "13-legacy",
        ]
        let remarks = try await bench.compile(all)
        for name in all {
            // Deprecation warnings are expected for the 2.x classes. The results of some methods are discardable in
            // Apple's Foundation only, which imports all methods that way.
            let unexpected = remarks[name, default: []].filter { remark in
                !(name == "13-legacy" && remark.contains("deprecated"))
                    && !(remark.contains("addObserver(forName:object:queue:using:)") && remark.contains("is unused"))
            }
            #expect(unexpected.isEmpty, "\(name)")
        }
        try await bench.link(all)
        for name in all {
            let (status, output) = try await bench.run(name)
            #expect(status == 0, "\(name) ended with \(status):\n\(output.joined(separator: "\n"))")
            let lines = name == "13-legacy" ? expectedOfLegacy(source) : expected[name, default: []]
            let missing = lines.filter { line in !output.contains { $0.contains(line) } }
            #expect(missing.isEmpty, "\(name) printed:\n\(output.joined(separator: "\n"))")
            #expect(!output.contains { $0.contains("suppressed") }, "\(name)")
        }
    }

    /// The expected output of the samples themselves.
    private let expected: [String: [String]] = [
        "01-context-and-logger": [
            "-[GCKCastChannel run] - first of all", "-[GCKCastChannel run] - logged with every level",
            "-[GCKUICastButton run] - logged for a button", "-[GCKCastSession run] - logged for a session",
        ],
        "03-load-media": ["session on Living room", "completed", "1280x720", "ended nil"],
        "10-custom-channel": [
            "channel connected", "received message: Hello World", "generic connected",
            "urn:x-cast:com.example.custom generic hello", "channel disconnected", "generic disconnected",
        ],
        "12-queue": ["will change", "3 items"],
    ]

    private func expectedOfLegacy(_ source: SampleSource) -> [String] {
        switch source {
        case .fixtures:
            [
                "found a device", "connected to the device", "connected to the receiver", "the media plays",
                "the media is paused", "the metadata is new",
            ]
        case .shared:
            [
                "device found!!!", "connected!!", "Application connected!!", "Status : Playing", "Status : Paused",
                "metadata updated.",
            ]
        }
    }
}
