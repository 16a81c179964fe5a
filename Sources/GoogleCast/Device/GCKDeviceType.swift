/// What kind of device it is.
// swift-format-ignore: AlwaysUseLowerCamelCase
public enum GCKDeviceType: Int, CaseIterable, Sendable {
    /// Of no special kind.
    case generic = 0
    /// A television.
    case TV = 1
    /// Plays sound alone.
    case speaker = 2
    /// Several speakers that play as one.
    case speakerGroup = 3
    /// A guest-mode device; there are none any more.
    case nearbyUnpaired = 4
}
