/// A remote control of a virtual device: what somebody in front of it could do.
///
/// Senders learn of what it does by statuses that nobody asked for, as from a real device. Every method returns when
/// the device has taken the order, not when playback has followed it. May be used from anywhere.
///
/// ```swift
/// await device.remote.pause()
/// ```
public struct DeviceRemote: Sendable {
    let core: DeviceCore

    /// Presses one key.
    ///
    /// - Returns: False when the key did nothing: no media is there, it is still loading, or does not allow it.
    @discardableResult
    public func press(_ command: RemoteCommand) async -> Bool { await core.pressed(command) }

    /// Plays on. False when there is nothing to play.
    @discardableResult
    public func play() async -> Bool { await press(.play) }

    /// Pauses. False when there is nothing to pause.
    @discardableResult
    public func pause() async -> Bool { await press(.pause) }

    /// Goes to a position in seconds, within the media or its live range. False where that is not possible.
    @discardableResult
    public func seek(to position: Double) async -> Bool { await press(.seek(to: position)) }

    /// Goes to the next item of the queue; behind the last one the media session ends. In an advertisement: leaves it.
    @discardableResult
    public func next() async -> Bool { await press(.next) }

    /// Goes to the item before, or to the beginning of the first one.
    @discardableResult
    public func previous() async -> Bool { await press(.previous) }

    /// Ends the media session. The app goes on.
    @discardableResult
    public func stop() async -> Bool { await press(.stop) }

    /// Sets the device's volume, 0 to 1; what is outside is taken into the range. False where it is fixed.
    @discardableResult
    public func setVolume(_ level: Double) async -> Bool { await press(.setVolume(level)) }

    /// Switches the device's sound off or on. False where the volume is fixed.
    @discardableResult
    public func setMuted(_ isMuted: Bool) async -> Bool { await press(.setMuted(isMuted)) }
}

extension VirtualDevice {
    /// The device's remote control.
    public var remote: DeviceRemote { DeviceRemote(core: parts.core) }
}
