// SPDX-License-Identifier: Apache-2.0

import CastSender
import Foundation

/// A channel that was added to a ``GCKDeviceManager``.
@available(*, deprecated, message: "Internal to GCKDeviceManager.")
@MainActor
final class LegacyChannel {
    private enum Kind {
        case media(GCKMediaControlChannel)
        case custom(ChannelRegistration)
    }

    let channel: GCKCastChannel
    private let kind: Kind

    /// Returns nil if the namespace is invalid or the channel was added elsewhere.
    init?(_ channel: GCKCastChannel, of manager: GCKDeviceManager) {
        if let media = channel as? GCKMediaControlChannel {
            guard media.owner == nil else { return nil }
            media.owner = manager
            kind = .media(media)
        } else if let registration = ChannelRegistration(channel) {
            kind = .custom(registration)
            LegacyChannelOwners.shared.add(channel, manager)
        } else {
            return nil
        }
        self.channel = channel
    }

    /// Connects the channel when an application was joined or rejoined.
    func connect(to session: CastSession) {
        switch kind {
        case .media(let channel): channel.connect(to: session.media)
        case .custom(let registration):
            try? session.add(registration.engine)
            registration.drain()
        }
    }

    /// Disconnects the channel when the connection or the application was lost.
    func disconnect(_ error: GCKError, isOver: Bool) {
        switch kind {
        case .media(let channel): channel.disconnect(error, isOver: isOver)
        // The engine notifies the channel itself.
        case .custom(let registration): registration.drain()
        }
    }

    /// Disconnects the channel when it is removed from the device manager.
    func end(_ session: CastSession?) {
        switch kind {
        case .media(let channel):
            channel.disconnect(GCKError(code: .cancelled), isOver: true)
            channel.owner = nil
        case .custom(let registration):
            session?.remove(registration.engine)
            registration.end()
            LegacyChannelOwners.shared.remove(channel)
        }
    }
}

extension GCKCastChannel {
    /// Sends a text message.
    ///
    /// - Returns: False if the channel isn't connected or its send queue is full.
    @available(*, deprecated, message: "Use sendTextMessage(_:error:).")
    @discardableResult
    public func sendTextMessage(_ message: String) -> Bool {
        requireMainThread(of: GCKCastChannel.self)
        return sendTextMessage(message, error: nil)
    }

    /// The device manager to which the channel was added, if any.
    @available(*, deprecated, message: "Add channels to a GCKCastSession.")
    public var deviceManager: GCKDeviceManager? {
        requireMainThread(of: GCKCastChannel.self)
        return (self as? GCKMediaControlChannel)?.owner ?? LegacyChannelOwners.shared.owner(of: self)
    }
}

/// Maps channels to the device managers to which they were added. Both are held weakly.
@available(*, deprecated, message: "Internal to GCKDeviceManager.")
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
