import MulticastDNS

extension MDNSInterfaces {
    /// The interfaces named on the command line; none = all but loopback.
    init(names: [String]) {
        self = names.isEmpty ? .all : .named(names)
    }
}
