/// How the device to act on is chosen.
enum TargetChoice: Hashable, Sendable {
    /// By name, the beginning of a name, or id.
    case named(String)
    /// By address, without discovery.
    case host(HostAddress)
    /// The only one there is.
    case onlyOne

    /// What was typed wins over the environment; an empty variable counts as unset.
    init(device: String?, host: HostAddress?, environmentDevice: String?) {
        if let host {
            self = .host(host)
        } else if let name = device ?? environmentDevice.flatMap({ $0.isEmpty ? nil : $0 }) {
            self = .named(name)
        } else {
            self = .onlyOne
        }
    }
}
