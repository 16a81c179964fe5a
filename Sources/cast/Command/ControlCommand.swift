import ArgumentParser
import CastReceiver
import CastWire

/// `cast control`
struct ControlCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Changes a running `cast receiver`, as a hand on its remote or a fault in the network would.",
        discussion: """
            Commands, with `device=NAME` where there are several:
              status                          what there is and what runs
              play, pause, stop, close        the media; close ends the app
              next, previous                  the queue
              seek position=90                volume level=0.3, volume muted=true
              launch app=ID                   takeover app=ID url=URL type=video/mp4
              transfer to=NAME keep=true      with keep, the session moves alive
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

    @Argument(help: "Where the receiver takes orders: its --control.", completion: .file())
    var path: String

    @Argument(help: "What to do.")
    var command: String

    @Argument(help: ArgumentHelp("More of it, as name=value.", valueName: "name=value"))
    var arguments: [String] = []

    @OptionGroup var output: OutputOptions

    func validate() throws {
        for argument in arguments where !argument.contains("=") {
            throw ValidationError("An argument is name=value, not \"\(argument)\".")
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        var request: JSONObject = ["command": .string(command)]
        for argument in arguments {
            let sides = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            request[String(sides[0])] = .string(sides.count > 1 ? String(sides[1]) : "")
        }
        let answer = try await ControlClient.ask(request, at: path)
        if let error = answer["error"] {
            throw CommandFailure(
                code: error["code"]?.stringValue ?? "failed",
                exitStatus: .refused,
                message: error["reason"]?.stringValue ?? "the receiver refused"
            )
        }
        console.emit(answer)
        let news = answer.members.filter { $0.key != "ok" }
        if news.isEmpty { console.result("done") }
        for member in news {
            let values = member.value.arrayValue ?? [member.value]
            for value in values {
                console.result("\(member.key): \(value.stringValue ?? value.jsonString)")
            }
        }
        return .success
    }
}
