import CastSender
import CastWire
public import Foundation

/// A member of a speaker group.
open class GCKMultizoneDevice: GCKDynamicDevice {
    /// Its own volume, 0…1.
    open internal(set) var volumeLevel: Float
    /// Whether it alone is mute.
    open internal(set) var muted: Bool

    init(
        deviceID: String,
        friendlyName: String?,
        capabilities: GCKDeviceCapabilities = [],
        volumeLevel: Float = 0,
        muted: Bool = false
    ) {
        self.volumeLevel = volumeLevel
        self.muted = muted
        super.init(deviceID: deviceID, friendlyName: friendlyName, capabilities: capabilities)
    }

    public required init?(coder: NSCoder) {
        volumeLevel = coder.decodeFloat(forKey: "volumeLevel")
        muted = coder.decodeBool(forKey: "muted")
        super.init(coder: coder)
    }

    public override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(volumeLevel, forKey: "volumeLevel")
        coder.encode(muted, forKey: "muted")
    }
}

extension GCKMultizoneDevice {
    convenience init(_ member: GroupMember) {
        let capabilities = member.description.capabilities?.rawValue ?? 0
        self.init(
            deviceID: member.id,
            friendlyName: member.description.name,
            capabilities: GCKDeviceCapabilities(rawValue: Int(truncatingIfNeeded: capabilities)),
            volumeLevel: Float(member.level ?? 0),
            muted: member.isMuted ?? false
        )
    }
}
