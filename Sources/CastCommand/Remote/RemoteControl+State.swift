// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastWire

extension RemoteControl {
    /// Saves the state of the device.
    ///
    /// - Parameter path: The file; nil for the default file of the device.
    func save(to path: String?) async throws {
        try await connected { connection in
            let state = try await connection.captureState()
            guard state.application != nil else { throw Self.noAppFailure(on: connection.device) }
            let file = try Self.file(path, for: connection.device)
            try file.save(state)
            let notes = state.limitations(localAddress: connection.localAddress)
            let device = DeviceDescription(connection.device)
            console.emit([
                "action": "saved", "device": .object(device.briefJSON), "file": .string(file.path),
                "state": .object(state.json), "notes": .array(notes.map { .string("\($0)") }),
            ])
            console.result("Saved \(state.summary) on \(device.name) in \(file.path).")
            for note in notes { console.note("Note: \(note).") }
        }
    }

    /// Restores a saved state.
    ///
    /// - Parameters:
    ///   - path: The file; nil for the default file of the device.
    ///   - stopsFirst: Whether to stop the running app before.
    func restore(from path: String?, stopsFirst: Bool = false) async throws {
        // An error in the file is reported before the device is searched for.
        let chosen = try path.map { try DeviceStateFile(path: $0).load() }
        try await connected { connection in
            let state = try chosen ?? Self.file(nil, for: connection.device).load()
            if stopsFirst, let running = await connection.status.runningApplication {
                try await connection.stopApp(sessionID: running.sessionID)
            }
            let notes: [DeviceState.Note]
            do throws(CastError) { notes = try await connection.restore(state) } catch {
                throw Self.failure(error, restoring: state, localAddress: connection.localAddress)
            }
            let media = try await Self.joinedMedia(of: connection)
            let report = await DeviceReport(device: connection.device, status: connection.status, media: media)
            printResult("restored", report, "Restored \(state.summary) on \(report.device.name).")
            for note in notes { console.note("Note: \(note).") }
        }
    }

    /// Converts the error of a restore, with the reason if it is in the state.
    static func failure(_ error: CastError, restoring state: DeviceState, localAddress: String) -> CommandFailure {
        var failure = CommandFailure(error)
        for case .servedByThisMachine(let url) in state.limitations(localAddress: localAddress) {
            failure.hint = "\(url) was served by a process on this machine; start cast play again"
        }
        return failure
    }

    /// Returns the file for the state of a device.
    private static func file(_ path: String?, for device: CastDevice) throws(CommandFailure) -> DeviceStateFile {
        if let path { return DeviceStateFile(path: path) }
        let standard = StateDirectory.savedState(ofDeviceWithID: device.id, environment: TerminalDevice.environment)
        guard let standard else {
            throw CommandFailure(
                code: "stateUnusable",
                exitStatus: .failure,
                message: "neither XDG_STATE_HOME nor HOME is an absolute path",
                hint: "specify the file"
            )
        }
        return DeviceStateFile(path: standard)
    }
}

extension DeviceState {
    /// The media, or else the app, for users.
    var summary: String {
        guard let playback else { return application.map { $0.name.isEmpty ? $0.id : $0.name } ?? "the idle screen" }
        let title = playback.media.metadata?.title ?? playback.media.contentID ?? "untitled media"
        let position = playback.position.map { "at \(TimeText.clock($0))" } ?? "live"
        let count = playback.queue.map { $0.items.count } ?? 1
        let queue = count > 1 ? " and \(count - 1) more item\(count == 2 ? "" : "s")" : ""
        return "\(title) \(position)\(playback.isPaused ? " (paused)" : "")\(queue)"
    }
}

extension CommandFailure {
    /// Converts an error of a saved state.
    init(_ error: DeviceStateError) {
        let isMissing = error.problem == .missing
        self.init(
            code: isMissing ? "noSavedState" : "stateUnusable",
            exitStatus: .failure,
            message: "\(error)",
            hint: isMissing ? "save the state of the device with cast save" : nil
        )
    }
}
