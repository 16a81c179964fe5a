import CastWire

/// What kind of device a virtual device is: what senders may send to it, and what its page shows.
public enum DeviceForm: String, Sendable, Hashable, CaseIterable {
    /// A screen across the room. Shows titles and progress over what plays.
    case television
    /// A screen that can be touched. Its system shows titles and controls by itself, so that its page shows none over
    /// a film, and keeps to the part of the screen above them.
    case display
    /// Without a screen. Its page, for a person who looks, shows what is heard and nothing that looks like a control.
    case speaker

    /// What senders see of it.
    var capabilities: DeviceCapabilities {
        switch self {
        case .television, .display: PlatformOptions.videoDevice
        case .speaker: [.audioOut, .attenuationOrFixedVolume]
        }
    }
}
