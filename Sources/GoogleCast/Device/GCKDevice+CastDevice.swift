// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire
import Foundation

extension GCKDevice {
    /// Creates a device from a Cast device that the engine discovered.
    convenience init(_ device: CastDevice) {
        let endpoint = device.endpoints.first
        self.init(
            category: kGCKCastDeviceCategory,
            deviceID: device.id,
            networkAddress: GCKNetworkAddress(host: endpoint?.host ?? ""),
            servicePort: endpoint.flatMap { UInt16(exactly: $0.port) } ?? 0
        )
        friendlyName = device.friendlyName
        modelName = device.modelName.isEmpty ? nil : device.modelName
        statusText = device.statusText
        status = device.text["st"] == nil ? .unknown : device.isBusy ? .busy : .idle
        deviceVersion = device.text["ve"] ?? device.protocolVersion.map(String.init)
        capabilities = GCKDeviceCapabilities(rawValue: Int(truncatingIfNeeded: device.capabilities.rawValue))
        icons = device.iconURL.map { [GCKImage(url: $0, width: 0, height: 0)] }
        found = device
    }

    /// Creates a placeholder for a device that is known by its ``uniqueID`` but wasn't discovered.
    convenience init(placeholderFor uniqueID: String, name: String?) {
        let id = uniqueID.firstIndex(of: ":").map { String(uniqueID[uniqueID.index(after: $0)...]) } ?? uniqueID
        self.init(
            category: GCKDevice.deviceCategory(forDeviceUniqueID: uniqueID),
            deviceID: id,
            networkAddress: GCKNetworkAddress(type: .unknown, ipAddress: nil),
            servicePort: 0
        )
        friendlyName = name
    }

    /// The device for the engine. A device that the engine didn't discover is described by its address only.
    var castDevice: CastDevice {
        if let found { return found }
        let endpoint = networkAddress.ipAddress.map { CastEndpoint(host: $0, port: Int(servicePort)) }
        return CastDevice(
            id: deviceID,
            friendlyName: friendlyName ?? networkAddress.ipAddress ?? deviceID,
            modelName: modelName ?? "",
            capabilities: DeviceCapabilities(rawValue: UInt64(truncatingIfNeeded: capabilities.rawValue)),
            endpoints: endpoint.map { [$0] } ?? []
        )
    }

    /// Returns whether the other description has a different address or port.
    func hasDifferentEndpoint(than other: GCKDevice) -> Bool {
        networkAddress != other.networkAddress || servicePort != other.servicePort
    }

    /// Returns whether both descriptions of the device have equal properties.
    func hasSameDescription(as other: GCKDevice) -> Bool {
        isSameDevice(as: other) && friendlyName == other.friendlyName && modelName == other.modelName
            && status == other.status && statusText == other.statusText && capabilities == other.capabilities
            && icons == other.icons
    }
}

extension GCKNetworkAddress {
    /// Creates an address from an IPv4 or IPv6 literal. A host name is kept as text.
    convenience init(host: String) {
        let version6 = GCKNetworkAddress(iPv6Address: host)
        if version6.addressData != nil {
            self.init(iPv6Address: host)
        } else {
            self.init(iPv4Address: host)
        }
    }
}

extension CastDevice {
    /// The URL of the device's icon. Cast devices serve it by HTTP on port 8008.
    fileprivate var iconURL: URL? {
        guard let iconPath, let host = endpoints.first?.host else { return nil }
        let literal = host.contains(":") ? "[\(host)]" : host
        return URL(string: "http://\(literal):8008\(iconPath.hasPrefix("/") ? "" : "/")\(iconPath)")
    }
}
