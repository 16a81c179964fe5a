import CastSender
import Foundation

/// A channel that is attached to a ``GCKDeviceManager``.
@available(*, deprecated, message: "belongs to GCKDeviceManager")
@MainActor
final class LegacyChannel {
    private enum Kind {
        case media(GCKMediaControlChannel)
        case own(ChannelRegistration)
    }

    let channel: GCKCastChannel
    private let kind: Kind

    /// Nil when the namespace is none, or the channel is attached elsewhere.
    init?(_ channel: GCKCastChannel, of manager: GCKDeviceManager) {
        if let media = channel as? GCKMediaControlChannel {
            guard media.owner == nil else { return nil }
            media.owner = manager
            kind = .media(media)
        } else if let registration = ChannelRegistration(channel) {
            kind = .own(registration)
            LegacyChannelOwners.shared.add(channel, manager)
        } else {
            return nil
        }
        self.channel = channel
    }

    /// An application is joined, or joined again.
    func connect(to session: CastSession) {
        switch kind {
        case .media(let channel): channel.connect(to: session.media)
        case .own(let registration):
            try? session.add(registration.engine)
            registration.drain()
        }
    }

    /// The connection is lost, or the application is.
    func disconnect(_ error: GCKError, isOver: Bool) {
        switch kind {
        case .media(let channel): channel.disconnect(error, isOver: isOver)
        // The engine tells the channel itself.
        case .own(let registration): registration.drain()
        }
    }

    /// The channel is detached.
    func end(_ session: CastSession?) {
        switch kind {
        case .media(let channel):
            channel.disconnect(GCKError(code: .cancelled), isOver: true)
            channel.owner = nil
        case .own(let registration):
            session?.remove(registration.engine)
            registration.end()
            LegacyChannelOwners.shared.remove(channel)
        }
    }
}
