// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastReceiver
import CastWire

/// `cast control`
struct ControlCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Control a running `cast receiver`: playback, volume, groups and network faults.",
        discussion: """
            Commands; with several devices, add device=NAME:
              status                          show devices and running apps
              play, pause, stop, close        control the media; close ends the app
              next, previous                  move within the queue
              seek position=90                volume level=0.3, volume muted=true
              launch app=ID                   takeover app=ID url=URL type=video/mp4
              transfer to=NAME keep=true      keep=true moves the running session
              fault rule=drop,probability=0.3 faults, unfault id=1, unfault
              cut, off seconds=5              refuse seconds=5, port port=9000
              standby on=true                 answer allow=true
              join, leave, lead               group=NAME device=NAME
              expand with=NAME                dissolve group=NAME to=NAME

            Examples:
              cast control /tmp/cast.sock status
              cast control /tmp/cast.sock off seconds=5
              cast control /tmp/cast.sock fault rule=delay=200ms,namespace=media
            """
    )

    @Argument(help: "The control socket: the path given to the receiver's --control.", completion: .file())
    var path: String

    @Argument(help: "The command to execute.")
    var command: String

    @Argument(help: ArgumentHelp("Arguments of the command, as name=value.", valueName: "name=value"))
    var arguments: [String] = []

    @OptionGroup var output: OutputOptions

    func validate() throws {
        for argument in arguments {
            guard argument.contains("="), !argument.hasPrefix("=") else {
                throw ValidationError("\"\(argument)\" is not a valid argument. Write arguments as name=value.")
            }
            guard !argument.hasPrefix("command=") else {
                throw ValidationError("\"\(argument)\" is not allowed. Write the command before its arguments.")
            }
        }
    }

    var needsConfiguration: Bool { false }

    func perform(console: Console) async throws -> ExitStatus {
        var request: JSONObject = ["command": .string(command)]
        for argument in arguments {
            let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            request[String(sides[0])] = .string(sides.count > 1 ? String(sides[1]) : "")
        }
        let response = try await ControlClient.ask(request, at: path)
        if let error = response["error"] {
            throw CommandFailure(
                code: error["code"]?.stringValue ?? "failed",
                exitStatus: .refused,
                message: error["reason"]?.stringValue ?? "the receiver rejected the command"
            )
        }
        console.emit(response)
        let results = response.members.filter { $0.key != "ok" }
        if results.isEmpty { console.result("done") }
        for member in results {
            let values = member.value.arrayValue ?? [member.value]
            for value in values {
                console.result("\(member.key): \(value.stringValue ?? value.jsonString)")
            }
        }
        return .success
    }
}
