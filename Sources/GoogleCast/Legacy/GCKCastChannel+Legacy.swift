import Foundation

extension GCKCastChannel {
    /// Sends a text.
    ///
    /// - Returns: False when the channel is not connected, or too much waits to be sent.
    @available(*, deprecated, message: "use sendTextMessage(_:error:)")
    @discardableResult
    public func sendTextMessage(_ message: String) -> Bool {
        requireMainThread(of: GCKCastChannel.self)
        return sendTextMessage(message, error: nil)
    }

    /// What the channel is attached to, where that is a ``GCKDeviceManager``.
    @available(*, deprecated, message: "channels belong to a GCKCastSession")
    public var deviceManager: GCKDeviceManager? {
        requireMainThread(of: GCKCastChannel.self)
        return (self as? GCKMediaControlChannel)?.owner ?? LegacyChannelOwners.shared.owner(of: self)
    }
}

/// Which channels are attached to which ``GCKDeviceManager``. Holds neither.
@available(*, deprecated, message: "belongs to GCKDeviceManager")
@MainActor
final class LegacyChannelOwners {
    static let shared = LegacyChannelOwners()

    private struct Entry {
        weak var channel: GCKCastChannel?
        weak var manager: GCKDeviceManager?
    }

    private var entries: [Entry] = []

    func add(_ channel: GCKCastChannel, _ manager: GCKDeviceManager) {
        remove(channel)
        entries.append(Entry(channel: channel, manager: manager))
    }

    func remove(_ channel: GCKCastChannel) {
        entries.removeAll { $0.channel == nil || $0.channel === channel }
    }

    func owner(of channel: GCKCastChannel) -> GCKDeviceManager? {
        entries.first { $0.channel === channel }?.manager
    }
}
