package import CastMedia
package import CastSender
import CastTransport

extension CastTarget {
    /// The device of a session.
    package init(_ session: CastSession) {
        let (device, connection) = (session.device, session.connection)
        let hosts = device.endpoints.map(\.host) + [connection.endpoint.host]
        self.init(
            capabilities: PlaybackCapabilities(device),
            name: device.friendlyName,
            localAddress: connection.localAddress,
            clients: Self.fetchesElsewhere(device) ? .everyone : ClientFilter(addresses: hosts)
        )
    }

    /// Whether the media of a device may be fetched from other addresses: of the member that leads a group at the time,
    /// and of the browser that shows the page of a virtual device.
    private static func fetchesElsewhere(_ device: CastDevice) -> Bool {
        device.modelName == "Google Cast Group" || device.modelName.hasPrefix("swift-cast")
    }
}

extension PlaybackCapabilities {
    /// The capabilities of a device, by the model and the abilities that it advertises.
    package init(_ device: CastDevice) {
        self = .forModel(device.modelName, hasScreen: device.isAudioOnly ? false : nil)
    }
}
