#if os(iOS)
import AVFAudio

/// Hears of this machine's volume keys by what they do to its own volume, as the system offers no other way.
///
/// The system tells of that volume only while the app's `AVAudioSession` is active. An app that plays nothing by itself
/// activates it with `setActive(true)`; this does not, since it may end what other apps play. Once the volume is at an end
/// of its range, a key that goes further is not heard.
@MainActor
final class VolumeKeys {
    private let observation: NSKeyValueObservation

    /// - Parameter press: Called with 1 for louder, -1 for quieter.
    init(_ press: @escaping @MainActor @Sendable (Int) -> Void) {
        observation = AVAudioSession.sharedInstance().observe(\.outputVolume, options: [.old, .new]) { _, change in
            guard let old = change.oldValue, let new = change.newValue, old != new else { return }
            let steps = new > old ? 1 : -1
            Task { @MainActor in press(steps) }
        }
    }
}
#endif
