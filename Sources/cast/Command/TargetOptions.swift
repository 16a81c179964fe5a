import ArgumentParser

/// Which device to act on.
struct TargetOptions: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "The device: its name, the beginning of it, or its id.",
            discussion: "Default: the environment variable CAST_DEVICE, else the only device there is.",
            valueName: "name"
        ),
        completion: .custom(DeviceNameCompletion.complete)
    )
    var device: String?

    @Option(
        name: .long,
        help: ArgumentHelp("The device by its address, without looking for it.", valueName: "address[:port]")
    )
    var host: HostAddress?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var trust: TrustOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How long to look for the device and to wait for each answer.",
            discussion: "Default: 10 seconds, and 60 for an app to start.",
            valueName: "seconds"
        )
    )
    var timeout: TimePosition?

    /// In seconds.
    static let defaultTimeout = 10.0

    func validate() throws {
        guard device == nil || host == nil else {
            throw ValidationError("Name the device with --device or with --host, not with both.")
        }
        guard timeout.map({ $0.seconds > 0 }) ?? true else {
            throw ValidationError("--timeout must be more than 0 seconds.")
        }
    }

    /// What was asked for, with the environment as the second choice.
    var choice: TargetChoice {
        TargetChoice(device: device, host: host, environmentDevice: TerminalDevice.environment("CAST_DEVICE"))
    }
}
