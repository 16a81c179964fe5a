// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `cast devices`
struct DevicesCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the Cast devices on the network.",
        discussion: """
            Examples:
              cast devices
              cast devices --timeout 5           search longer, for slow devices
              cast devices --watch               report changes until Ctrl-C
              cast devices --json | jq -r '.devices[].name'
            """
    )

    @Flag(name: .long, help: "Keep running and report changes until Ctrl-C.")
    var watch = false

    @OptionGroup var network: NetworkOptions

    @Option(
        name: .long,
        help: ArgumentHelp("How long to search. Default: 3; with --watch, until Ctrl-C.", valueName: "seconds")
    )
    var timeout: TimePosition?

    @OptionGroup var output: OutputOptions

    func perform(console: Console) async throws -> ExitStatus {
        let list = DeviceListing(interfaces: network.interfaces, console: console)
        if watch {
            try await list.watch(timeout: timeout.map { .seconds($0.seconds) })
        } else {
            try await list.list(timeout: .seconds(timeout?.seconds ?? 3))
        }
        return .success
    }
}
