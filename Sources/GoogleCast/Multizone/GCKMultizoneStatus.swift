import CastSender
import CastWire
public import Foundation

/// The members of a speaker group.
open class GCKMultizoneStatus: NSObject, NSCopying, NSSecureCoding {
    open private(set) var devices: [GCKMultizoneDevice]

    /// Reads a status message, or the `status` in it; members without an id are left out.
    @available(*, deprecated, message: "A session delivers the status; there is no need to make one.")
    public init(jsonObject JSONObject: Any) {
        let object = JSONObject as? [String: Any] ?? [:]
        let status = object["status"] as? [String: Any] ?? object
        devices = (status["devices"] as? [Any] ?? []).compactMap { ($0 as? [String: Any]).flatMap(Self.device) }
        super.init()
    }

    @available(*, deprecated, message: "A session delivers the status; there is no need to make one.")
    public init(devices: [GCKMultizoneDevice]) {
        self.devices = devices
        super.init()
    }

    init(_ status: GroupStatus) {
        devices = status.members.map(GCKMultizoneDevice.init)
        super.init()
    }

    private static func device(_ object: [String: Any]) -> GCKMultizoneDevice? {
        guard let id = object["deviceId"] as? String, !id.isEmpty else { return nil }
        let volume = object["volume"] as? [String: Any]
        return GCKMultizoneDevice(
            deviceID: CastDevice.normalizedID(id),
            friendlyName: object["name"] as? String,
            capabilities: GCKDeviceCapabilities(rawValue: (object["capabilities"] as? NSNumber)?.intValue ?? 0),
            volumeLevel: (volume?["level"] as? NSNumber)?.floatValue ?? 0,
            muted: (volume?["muted"] as? NSNumber)?.boolValue ?? false
        )
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? GCKMultizoneStatus)?.devices == devices }

    open override var hash: Int { devices.hashValue }

    public func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        devices =
            coder.decodeIfPresent(of: [NSArray.self, GCKMultizoneDevice.self], forKey: "devices")
            as? [GCKMultizoneDevice]
            ?? []
        super.init()
    }

    public func encode(with coder: NSCoder) { coder.encode(devices as NSArray, forKey: "devices") }
}
