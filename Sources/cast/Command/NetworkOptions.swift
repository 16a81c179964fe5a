import ArgumentParser

/// On which interfaces to look and to be seen.
struct NetworkOptions: ParsableArguments {
    @Option(
        name: .customLong("interface"),
        help: ArgumentHelp(
            "Use only this network interface; may be repeated.",
            discussion: "Default: all but loopback, which has to be named.",
            valueName: "name"
        )
    )
    var interfaces: [String] = []
}
