// SPDX-License-Identifier: Apache-2.0

package import CastMedia
package import CastSender
import CastTransport

extension CastTarget {
    /// The device of a session.
    package init(_ session: CastSession) {
        let (device, connection) = (session.device, session.connection)
        self.init(
            capabilities: PlaybackCapabilities(device),
            name: device.friendlyName,
            localAddress: connection.localAddress,
            clients: ClientFilter(device, connectedTo: connection.endpoint.host)
        )
    }

    /// Whether the media of a device may be fetched from other addresses: of the member that leads a group at the time,
    /// and of the browser that shows the page of a virtual device.
    fileprivate static func fetchesElsewhere(_ device: CastDevice) -> Bool {
        device.modelName == "Google Cast Group" || device.modelName.hasPrefix("swift-cast")
    }
}

extension ClientFilter {
    /// The addresses from which a device fetches media.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - host: A further address of the device: that of the connection to it.
    package init(_ device: CastDevice, connectedTo host: String? = nil) {
        let hosts = device.endpoints.map(\.host) + [host].compactMap(\.self)
        self = CastTarget.fetchesElsewhere(device) ? .everyone : ClientFilter(addresses: hosts)
    }
}

extension PlaybackCapabilities {
    /// The capabilities of a device, by the model and the abilities that it advertises.
    package init(_ device: CastDevice) {
        self = .forModel(device.modelName, hasScreen: device.isAudioOnly ? false : nil)
    }
}
