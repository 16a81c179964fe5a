// SPDX-License-Identifier: Apache-2.0

/// A remote control of a virtual device, for the actions of a user in front of it.
///
/// Senders are notified by unsolicited statuses, as by a real device. Every method returns when the device has accepted
/// the command, not when playback has changed. Can be used from any task.
///
/// ```swift
/// await device.remote.pause()
/// ```
public struct DeviceRemote: Sendable {
    let core: DeviceCore

    /// Presses a key.
    ///
    /// - Returns: False if the key had no effect: no media is loaded, it is still loading, or it does not support the
    ///   command.
    @discardableResult
    public func press(_ command: TelevisionCommand) async -> Bool { await core.pressed(command) }

    /// Resumes playback. Returns false if there is nothing to play.
    @discardableResult
    public func play() async -> Bool { await press(.play) }

    /// Pauses playback. Returns false if there is nothing to pause.
    @discardableResult
    public func pause() async -> Bool { await press(.pause) }

    /// Seeks to a position in seconds, within the media or its live range. Returns false if seeking is not possible.
    @discardableResult
    public func seek(to position: Double) async -> Bool { await press(.seek(to: position)) }

    /// Skips to the next item of the queue; after the last item, the media session ends. Skips an advertisement that is
    /// playing.
    @discardableResult
    public func next() async -> Bool { await press(.next) }

    /// Goes to the previous item of the queue, or to the beginning of the first item.
    @discardableResult
    public func previous() async -> Bool { await press(.previous) }

    /// Loads the media or the queue again, from its start. Senders see a new media session that replaces the current one.
    @discardableResult
    public func playAgain() async -> Bool { await press(.playAgain) }

    /// Ends the media session. The app keeps running.
    @discardableResult
    public func stop() async -> Bool { await press(.stop) }

    /// Sets the device's volume level, clamped to 0 through 1. Returns false if the volume is fixed.
    @discardableResult
    public func setVolume(_ level: Double) async -> Bool { await press(.setVolume(level)) }

    /// Mutes or unmutes the device. Returns false if the volume is fixed.
    @discardableResult
    public func setMuted(_ isMuted: Bool) async -> Bool { await press(.setMuted(isMuted)) }
}

extension VirtualDevice {
    /// The device's remote control.
    public var remote: DeviceRemote { DeviceRemote(core: parts.core) }
}
