// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// Options that select the device of a command.
struct TargetOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The device: an alias, its name, the beginning of its name, or its ID.",
            discussion: "Default: the setting device, else the only device on the network.",
            valueName: "name"
        ),
        completion: .custom(DeviceNameCompletion.complete)
    )
    var device: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The address of the device, to skip discovery.", valueName: "address[:port]")
    )
    var host: HostAddress?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var trust: TrustOptions
    @OptionGroup var recording: RecordOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long to search for the device and to wait for each response.",
            discussion: "Default: 10 seconds, and 60 seconds for the launch of an app.",
            valueName: "seconds"
        )
    )
    var timeout: TimePosition?

    /// The default of `--timeout`, in seconds.
    static let defaultTimeout = 10.0

    func validate() throws {
        guard device == nil || host == nil else {
            throw ValidationError("Specify the device with --device or with --host, not with both.")
        }
        guard timeout.map({ $0.seconds > 0 }) ?? true else {
            throw ValidationError("--timeout must be more than 0 seconds.")
        }
    }

    /// The chosen device: from the options, else from the configuration.
    var choice: TargetChoice { TargetChoice(device: device, host: host) }
}

/// The option for the network interfaces used for discovery and announcements.
struct NetworkOptions: ParsableArguments {
    @Option(
        name: .customLong("interface"),
        help: ArgumentHelp(
            "Use only this network interface (repeatable).",
            discussion: "Default: all except loopback, which must be named explicitly.",
            valueName: "name"
        )
    )
    var named: [String] = []

    /// The interfaces to use, from the options, else from the configuration; empty for all except loopback.
    var interfaces: [String] { named.isEmpty ? UserConfiguration.current.list(.interface) : named }
}

/// The option for the port on which local files are served to devices.
struct MediaPortOptions: ParsableArguments {
    @Option(
        name: .customLong("media-port"),
        help: ArgumentHelp(
            "The port or ports on which local files are served, for firewalls: 8010 or 8010-8019.",
            discussion: "Default: any free port. The first free port of a range is used.",
            valueName: "port[-port]"
        )
    )
    var given: PortRange?

    /// The ports from the option, else from the configuration; nil for any free port.
    var ports: PortRange? { given ?? UserConfiguration.current.mediaPorts }
}

/// A port or a range of ports, parsed from `8010` or `8010-8019`.
struct PortRange: Hashable, Sendable, ExpressibleByArgument {
    var ports: ClosedRange<Int>

    /// Parses a port range; nil if the text is not a range of ports from 1 to 65535.
    init?(argument: String) {
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { UInt16($0).map(Int.init) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first > 0,
            first <= last
        else { return nil }
        ports = first...last
    }
}
