import ArgumentParser

/// On which port files of this machine are served to devices.
struct MediaPortOptions: ParsableArguments {
    @Option(
        name: .customLong("media-port"),
        help: ArgumentHelp(
            "The port at which devices fetch files of this machine, for a firewall: 8010, or 8010-8019.",
            discussion: "Default: any free port. Of a range, the first free port is used.",
            valueName: "port[-port]"
        )
    )
    var ports: PortRange?
}

/// One port or several, as typed: `8010` or `8010-8019`.
struct PortRange: Hashable, Sendable, ExpressibleByArgument {
    var ports: ClosedRange<Int>

    /// nil when the text is not a range of ports from 1 to 65535.
    init?(argument: String) {
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { UInt16($0).map(Int.init) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first > 0,
            first <= last
        else { return nil }
        ports = first...last
    }
}
