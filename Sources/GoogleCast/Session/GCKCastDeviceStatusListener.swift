public import Foundation

/// Hears of a Cast device's input and of the members of a group.
@preconcurrency
@MainActor
public protocol GCKCastDeviceStatusListener: NSObjectProtocol {
    /// Whether the device is the television's chosen input.
    func castSession(_ castSession: GCKCastSession, didReceive activeInputStatus: GCKActiveInputStatus)

    /// Whether the television is in stand-by.
    func castSession(_ castSession: GCKCastSession, didReceive standbyStatus: GCKStandbyStatus)

    /// The members of the group, as they were asked for.
    func castSession(_ castSession: GCKCastSession, didReceive multizoneStatus: GCKMultizoneStatus)

    func castSession(_ castSession: GCKCastSession, didAdd device: GCKMultizoneDevice)

    func castSession(_ castSession: GCKCastSession, didUpdate device: GCKMultizoneDevice)

    func castSession(_ castSession: GCKCastSession, didRemoveMultizoneDeviceWithID deviceID: String)
}

extension GCKCastDeviceStatusListener {
    public func castSession(_ castSession: GCKCastSession, didReceive activeInputStatus: GCKActiveInputStatus) {}

    public func castSession(_ castSession: GCKCastSession, didReceive standbyStatus: GCKStandbyStatus) {}

    public func castSession(_ castSession: GCKCastSession, didReceive multizoneStatus: GCKMultizoneStatus) {}

    public func castSession(_ castSession: GCKCastSession, didAdd device: GCKMultizoneDevice) {}

    public func castSession(_ castSession: GCKCastSession, didUpdate device: GCKMultizoneDevice) {}

    public func castSession(_ castSession: GCKCastSession, didRemoveMultizoneDeviceWithID deviceID: String) {}
}
