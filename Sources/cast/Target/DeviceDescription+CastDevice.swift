import CastSender
import CastTransport
import CastWire

extension DeviceDescription {
    init(_ device: CastDevice) {
        self.init(
            id: device.id,
            name: device.friendlyName,
            model: device.modelName.isEmpty ? "unknown model" : device.modelName,
            kind: device.isGroup ? .group : device.isAudioOnly ? .audio : .video,
            host: device.endpoints.first?.host ?? "",
            port: device.endpoints.first?.port ?? 0,
            addresses: device.endpoints.map(\.host),
            capabilities: device.capabilities.rawValue,
            status: device.statusText ?? "",
            isBusy: device.isBusy,
            txt: device.text
        )
    }
}
