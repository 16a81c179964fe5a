// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastReceiver
import CastRecording
import CastWire

/// `cast receiver`
struct ReceiverCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "receiver",
        abstract: "Run a virtual Cast device until interrupted.",
        discussion: """
            The device announces itself on the network and prints the URL of a page. In a browser, the page is the \
            screen on which media plays. Without a page, playback is simulated with a clock.

            With --json, each event is printed as one object per line: ready, app, launchAsked, senderConnected, \
            senderDisconnected, media, volume, closed.

            With --conformance, the device judges the sender that connects: see docs/conformance.md.

            Examples:
              cast receiver --name "Living Room"
              cast receiver --interface lo --port 0 --headless
              cast receiver --log-frames frames.jsonl
              cast receiver --profile nest-hub
              cast receiver --record session.jsonl
              cast receiver --web-app ABCD1234=http://localhost:5000/ --open
              cast receiver --name Den --also Kitchen --group "Downstairs=Den,Kitchen"
              cast receiver --fault 'delay=200ms,namespace=media' --control /tmp/cast.sock
              cast receiver --conformance --report results
            """
    )

    @Option(name: .long, help: "The name of the device. Default: swift-cast on HOSTNAME.")
    var name: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The model or firmware to imitate: a name of --list-profiles, or a file.",
            discussion: """
                A file is named by a path with a slash or by its ending .json. --model and --form override the profile. \
                Additional devices have the same profile.
                """,
            valueName: "name|file"
        ),
        completion: .list(DeviceProfile.builtIn.map(\.name))
    )
    var profile: String?

    @Flag(name: .long, help: "List the profiles without running a device.")
    var listProfiles = false

    @Option(name: .long, help: "The model name that the device announces.")
    var model: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The kind of device, which determines its capabilities and what its page shows.",
            discussion: """
                A display has a touchscreen, and its page shows no titles over video, because the device's system \
                does. A speaker has no screen, and its page shows only the current item. Default: television, or \
                that of the profile.
                """
        )
    )
    var form: FormChoice?

    @Option(name: .long, help: "The Cast port; 0 selects a free port.")
    var port = 8009

    @Option(name: .long, help: "The HTTP port of the page and the device description; 0 selects a free port.")
    var httpPort = 8008

    @Option(name: .long, help: "The HTTPS port of the device description; 0 selects a free port.")
    var httpsPort = 8443

    @Flag(name: .long, help: "Serve no page; playback is simulated with a clock.")
    var headless = false

    @Option(
        name: .long,
        help: ArgumentHelp("Write all messages in both directions to this file as JSON lines.", valueName: "file"),
        completion: .file()
    )
    var logFrames: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How to respond to device authentication challenges.",
            discussion: """
                Senders that authenticate devices accept this one only if they trust its root certificate, whose path \
                is printed at startup. none, error, wrong and slow are for testing senders; slow responds after 3 \
                seconds, or after the seconds given after a colon.
                """,
            valueName: "genuine|none|error|wrong|slow[:seconds]"
        )
    )
    var auth = AuthenticationMode.genuine

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The directory for the device's identity, which persists between runs.",
            discussion: "Default: a directory named after the device in ~/.local/state/swift-cast.",
            valueName: "directory"
        ),
        completion: .directory
    )
    var stateDir: String?

    @OptionGroup(title: "Apps") var apps: AppOptions
    @OptionGroup(title: "Additional devices and faults") var virtualDevices: VirtualDeviceOptions
    @OptionGroup(title: "Conformance of senders") var judging: SenderConformanceOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var recording: RecordOptions
    @OptionGroup var output: OutputOptions

    var recordOptions: RecordOptions? { recording }
    var recordedRole: RecordingHeader.Role { .device }

    func validate() throws {
        for port in [port, httpPort, httpsPort] where !(0...65535).contains(port) {
            throw ValidationError("\(port) is not a valid port. Use a number from 0 to 65535.")
        }
        do {
            _ = try virtualDevices.plan(for: configuration(), stateDirectory: stateDir)
        } catch let error as DeviceProfileError {
            throw ValidationError("\(error)")
        }
    }

    func perform(console: Console) async throws -> ExitStatus {
        if listProfiles { return showProfiles(console) }
        var plan = try virtualDevices.plan(for: configuration(), stateDirectory: stateDir)
        if let recorder = SessionRecorder.current {
            recorder.describe(
                RecordedDevice(
                    name: plan.devices[0].name,
                    model: plan.devices[0].modelName,
                    firmware: plan.devices[0].profile?.device.firmware,
                    capabilities: plan.devices[0].form == .speaker ? [.audioOut] : [.videoOut, .audioOut]
                )
            )
            plan.devices[0].observers.append(recorder)
        }
        let examination = judging.examination
        if let examination { plan.devices[0].observers.append(examination) }
        var session = ReceiverSession(
            plan: plan,
            console: console,
            opensPages: apps.opensPages,
            asksUser: apps.launchAnswer == .ask
        )
        if let examination {
            session.judge = ReceiverSession.Judge(
                examination: examination,
                limit: judging.conformanceTime.map { .seconds($0) },
                show: { [judging] in try judging.show($0, on: console) }
            )
        }
        return try await session.run()
    }

    private func showProfiles(_ console: Console) -> ExitStatus {
        var table = TextTable(header: ["PROFILE", "DEVICE"])
        for profile in DeviceProfile.builtIn {
            console.emit([
                "profile": .string(profile.name), "title": .string(profile.title),
                "model": .string(profile.device.model),
                "sources": .array(profile.sources.map { .string($0) }),
            ])
            table.rows.append([profile.name, profile.title])
        }
        for line in table.lines { console.result(line) }
        return .success
    }

    /// Returns the profile that ``profile`` names.
    private func deviceProfile() throws(DeviceProfileError) -> DeviceProfile? {
        guard let profile else { return nil }
        let isFile = profile.contains("/") || profile.hasSuffix(".json")
        return try isFile ? DeviceProfile(contentsOf: profile) : DeviceProfile.named(profile)
    }

    /// Returns the configuration of the first device, with a persistent identity.
    ///
    /// - Throws: `DeviceProfileError`.
    private func configuration() throws(DeviceProfileError) -> DeviceConfiguration {
        let name = name ?? "swift-cast on \(StateDirectory.hostName)"
        var configuration = DeviceConfiguration(
            name: name,
            stateDirectory: stateDir
                ?? StateDirectory.forDevice(named: name, environment: TerminalDevice.environment),
            port: port,
            httpPort: httpPort,
            httpsPort: httpsPort,
            interfaces: network.interfaces.isEmpty ? .all : .named(network.interfaces),
            isHeadless: headless,
            frameLogPath: logFrames,
            authentication: auth.authentication
        )
        configuration.profile = try deviceProfile()
        if let model { configuration.modelName = model }
        if let form { configuration.form = form.form }
        apps.apply(to: &configuration)
        return configuration
    }
}
