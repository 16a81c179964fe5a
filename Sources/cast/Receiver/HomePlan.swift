import CastReceiver

/// The devices and groups that one `cast receiver` is.
struct HomePlan: Sendable {
    struct Group: Sendable {
        var configuration: GroupConfiguration
        /// The names of its members; the first leads.
        var members: [String]
    }

    /// At least one; the first is the one that the other options are about.
    var devices: [DeviceConfiguration]
    var groups: [Group] = []
    /// Where orders are taken; nil for nowhere.
    var controlPath: String?
}
