import CastSender
import CastWire

/// A device in the list. Its identity is the device's id: focus stays with it when the list changes.
public struct DeviceRow: Sendable, Equatable, Identifiable {
    public var id: String
    public var icon: Icon
    /// As its owner calls it.
    public var name: String
    /// What runs there, where something does.
    public var status: Label?
    public var isCurrent: Bool
    public var isConnecting: Bool

    public var label: Label { .text(name) }
}

extension CastUIState {
    /// The devices that were found, by name without regard to case, then by id.
    public var deviceRows: [DeviceRow] {
        discovery.devices.map { device in
            (key: device.friendlyName.lowercased(), device: device)
        }.sorted { one, other in
            (one.key, one.device.id) < (other.key, other.device.id)
        }.map { _, device in row(device) }
    }

    private func row(_ device: CastDevice) -> DeviceRow {
        let isMeant = session.device?.id == device.id
        var isConnecting = false
        if case .connecting = session { isConnecting = isMeant }
        let isCurrent = isMeant && session.isConnected
        let status: Label? =
            if isConnecting {
                Label(.rowConnecting)
            } else if isCurrent {
                Label(.rowCurrent)
            } else {
                device.statusText.nonEmpty.map { Label(.rowCasting, .text($0)) }
            }
        return DeviceRow(
            id: device.id,
            icon: device.icon,
            // A row without a name is one that nobody can choose.
            name: [device.friendlyName, device.modelName].lazy.compactMap { Optional($0).nonEmpty }.first ?? device.id,
            status: status,
            isCurrent: isCurrent,
            isConnecting: isConnecting
        )
    }
}

extension CastDevice {
    /// Speakers and groups of them; anything else looks like a television.
    var icon: Icon {
        if isGroup { return .speakerGroup }
        return isAudioOnly && capabilities.contains(.audioOut) ? .speaker : .television
    }
}
