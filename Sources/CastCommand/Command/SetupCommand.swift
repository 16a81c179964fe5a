// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastWire

/// `cast setup`
struct SetupCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Check that this machine is ready for casting, and print the commands that prepare it.",
        discussion: """
            Checks the network, the firewall, Avahi, and the programs that convert files and find videos on web pages. \
            Nothing is changed and nothing is sent. The commands are those for this distribution; cast doctor --fix \
            runs them, and checks the devices as well.

            Examples:
              cast setup
              cast setup --json | jq -r '.checks[].commands[]?'
              cast doctor --fix                  run the commands, each after a question
            """
    )

    @OptionGroup var mediaPort: MediaPortOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var output: OutputOptions

    var needsConfiguration: Bool { false }

    func perform(console: Console) async throws -> ExitStatus {
        let diagnosis = try await Doctor(
            interfaces: network.interfaces,
            timeout: .zero,
            mediaPorts: mediaPort.ports,
            isLocal: true,
            console: console
        ).run()
        console.emit([
            "ok": .bool(diagnosis.isHealthy), "checks": .array(diagnosis.findings.map { .object($0.json) }),
        ])
        if diagnosis.findings.contains(where: { !$0.fix.isEmpty }) {
            console.result("")
            console.result("Run these commands one by one, each after a question: cast doctor --fix")
        }
        return diagnosis.isHealthy ? .success : .failure
    }
}
