// SPDX-License-Identifier: Apache-2.0

import CastUI

#if os(iOS)
import AVFAudio
#endif

extension GCKCastContext {
    /// Notifies the framework that a volume key of this machine was pressed. An addition to the original API, which
    /// detects keys itself.
    ///
    /// While a session is connected and ``GCKCastOptions/physicalVolumeButtonsWillControlDeviceVolume`` is true, the
    /// device volume changes by the session's volume increment. On iOS, this method is called automatically. On other
    /// platforms, a program that receives key events calls it.
    ///
    /// - Parameter steps: The number of increments. Positive values increase the volume, negative values decrease it.
    /// - Returns: Whether the key press was handled. If false, it applies to the machine's own volume.
    @discardableResult
    public func volumeKeyPressed(steps: Int) -> Bool {
        requireMainThread(of: GCKCastContext.self)
        guard castOptions.physicalVolumeButtonsWillControlDeviceVolume, widgets.state.volumeView.slider.isEnabled else {
            return false
        }
        widgets.act(.volumeKey(max(-100, min(steps, 100))))
        return true
    }
}

#if os(iOS)
/// Detects presses of this machine's volume keys by the changes of its volume, because the system provides no other
/// way.
///
/// The system reports the volume only while the app's `AVAudioSession` is active. An app that doesn't play audio itself
/// activates the session with `setActive(true)`. This class doesn't, because that may interrupt the audio of other
/// apps. When the volume is at the end of its range, further key presses in that direction are not detected.
@MainActor
final class VolumeKeys {
    private let observation: NSKeyValueObservation

    /// Starts to observe the volume.
    ///
    /// - Parameter press: Called with 1 for volume up and -1 for volume down.
    init(_ press: @escaping @MainActor @Sendable (Int) -> Void) {
        observation = AVAudioSession.sharedInstance().observe(\.outputVolume, options: [.old, .new]) { _, change in
            guard let old = change.oldValue, let new = change.newValue, old != new else { return }
            let steps = new > old ? 1 : -1
            Task { @MainActor in press(steps) }
        }
    }
}
#endif
