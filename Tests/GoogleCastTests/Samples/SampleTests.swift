import Foundation
import Testing

/// The programs that app developers write, compiled unchanged in Swift 5 mode and run against a virtual device.
///
/// They lie in `shared/samples`, which `CAST_SHARED` names; else beside the package.
@Suite("Samples", .serialized)
struct SampleTests {
    @Test("Samples compile without a warning in Swift 5 mode, and do what their comments say", .timeLimit(.minutes(10)))
    func samples() async throws {
        guard let bench = try SampleBench() else { return }
        let all = [
            "01-context-and-logger", "02-cast-button", "03-load-media", "04-container", "05-mini-controller",
            "06-expanded-controls", "07-volume", "08-ad-breaks", "09-playback-rate", "10-custom-channel", "11-images",
            "12-queue", "13-legacy",
        ]
        let remarks = try await bench.compile(all)
        for name in all {
            // The 2.x classes are deprecated, and said to be. Results that Apple's Foundation lets be ignored, as it lets
            // those of all imported methods, the other Foundation does not.
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
            let missing = expected[name, default: []].filter { line in !output.contains { $0.contains(line) } }
            #expect(missing.isEmpty, "\(name) printed:\n\(output.joined(separator: "\n"))")
            #expect(!output.contains { $0.contains("unheard") }, "\(name)")
        }
    }

    /// What the samples themselves print.
    private let expected: [String: [String]] = [
        "01-context-and-logger": [
            "-[GCKCastChannel run] - first of all", "-[GCKCastChannel run] - heard with everything",
            "-[GCKUICastButton run] - heard of a button", "-[GCKCastSession run] - heard of a session",
        ],
        "03-load-media": ["session on Living room", "completed", "1280x720", "ended nil"],
        "10-custom-channel": [
            "channel connected", "received message: Hello World", "generic connected",
            "urn:x-cast:com.example.custom generic hello", "channel disconnected", "generic disconnected",
        ],
        "12-queue": ["will change", "3 items"],
        "13-legacy": [
            "device found!!!", "connected!!", "Application connected!!", "Status : Playing", "Status : Paused",
            "metadata updated.",
        ],
    ]
}
