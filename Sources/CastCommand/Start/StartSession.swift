// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastSender
import MulticastDNS

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs `cast` without arguments on a terminal: shows the devices and what they play, and offers what people do first.
struct StartSession: Sendable {
    var console: Console
    /// Asks the user a question and returns the answer; nil at the end of the input.
    var ask: @Sendable (String) async -> String? = TerminalPrompt.line
    /// Runs a command with these arguments.
    var perform: @Sendable ([String]) async -> Void = StartSession.perform

    /// How long to search. Most devices respond within a second.
    private static let searchTime = Duration.seconds(2)

    func run() async {
        console.result("cast \(CastVersion.text)  Play media on Cast devices.")
        console.result("")
        let devices = await devices()
        show(devices)
        await choose(among: devices)
        await console.flush()
    }

    private func devices() async -> [DeviceDescription] {
        let interfaces = UserConfiguration.current.list(.interface)
        console.showProgress("Looking for devices…")
        defer { console.showProgress(nil) }
        guard let browser = try? await DeviceBrowser.start(interfaces: MDNSInterfaces(names: interfaces)) else {
            return []
        }
        try? await Task.sleep(for: Self.searchTime)
        let devices = browser.present
        await browser.close()
        return devices.map(DeviceDescription.init)
    }

    private func show(_ devices: [DeviceDescription]) {
        guard !devices.isEmpty else {
            console.result("No Cast device responded. It may be turned off, or on another network.")
            return
        }
        var table = TextTable(header: ["", "NAME", "MODEL", "ACTIVITY"])
        for (index, device) in devices.enumerated() {
            table.rows.append(["\(index + 1)", device.name, device.model, device.doing])
        }
        for line in table.lines { console.result(line) }
    }

    // MARK: - Choices

    /// A thing to do, and the command that does the same, which the user learns on the way.
    private enum Choice: String, CaseIterable {
        case play = "p"
        case remote = "r"
        case check = "c"
        case demo = "d"

        var text: String {
            switch self {
            case .play: "play a file, a folder or a URL"
            case .remote: "open the remote control"
            case .check: "check the network"
            case .demo: "try casting without a device"
            }
        }
    }

    private func choose(among devices: [DeviceDescription]) async {
        let choices = devices.isEmpty ? [Choice.check, .demo, .play] : [.play, .remote, .check]
        console.result("")
        for choice in choices { console.result("  \(choice.rawValue)  \(choice.text)") }
        console.result("  h  list all commands")
        console.result("  q  quit")
        while true {
            guard let answer = await ask("What next? [\(choices.map(\.rawValue).joined())hq]") else { return }
            switch answer.lowercased() {
            case "q", "quit", "exit": return
            case "h", "help", "?": return await perform(["--help"])
            case let answer:
                guard let choice = choices.first(where: { $0.rawValue == answer }) else { continue }
                guard let arguments = await arguments(for: choice, devices) else { return }
                console.note("$ cast \(SystemCommand(words: arguments, needsRoot: false))")
                await console.flush()
                return await perform(arguments)
            }
        }
    }

    private func arguments(for choice: Choice, _ devices: [DeviceDescription]) async -> [String]? {
        switch choice {
        case .check: return ["doctor"]
        case .demo: return ["demo"]
        case .remote: return Self.hasDesktop ? ["remote", "--open"] : ["remote", "--terminal"]
        case .play:
            guard let source = await ask("File, folder or URL:"), !source.isEmpty else { return nil }
            // A terminal quotes or escapes the path of a file that is dragged onto it.
            let path = Self.unquoted(source)
            guard devices.count > 1, UserConfiguration.current.text(.device) == nil else { return ["play", path] }
            guard let number = await ask("On which device? [1-\(devices.count)]") else { return nil }
            guard let index = Int(number), devices.indices.contains(index - 1) else {
                return ["play", path, "--device", number]
            }
            let device = devices[index - 1]
            // A device chooses its own name, which may be that of another device, or look like an option.
            let isPlain = !device.name.hasPrefix("-") && devices.count { $0.name == device.name } == 1
            return ["play", path, "--device", isPlain ? device.name : device.id]
        }
    }

    /// Whether a browser can open on this machine.
    private static var hasDesktop: Bool {
        #if os(macOS)
        true
        #else
        ["DISPLAY", "WAYLAND_DISPLAY"].contains { TerminalDevice.environment($0)?.isEmpty == false }
        #endif
    }

    /// Returns a path without the quotes or backslashes of a shell, and with the home directory in place of `~`.
    static func unquoted(_ text: String) -> String {
        var path = text
        for quote in ["'", "\""] where path.count > 1 && path.hasPrefix(quote) && path.hasSuffix(quote) {
            return String(path.dropFirst().dropLast())
        }
        if !path.contains("://") { path = path.replacing("\\ ", with: " ") }
        if path == "~" || path.hasPrefix("~/"), let home = TerminalDevice.environment("HOME") {
            path = home + path.dropFirst()
        }
        return path
    }

    /// Runs a command of this tool, and exits with its status if it fails.
    @Sendable
    private static func perform(_ arguments: [String]) async {
        await Cast.main(arguments)
    }
}
