// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastRecording
import CastSender

/// The options for a recording of the session.
struct RecordOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write a recording of the session to this file, for cast replay.",
            discussion: "Secrets, names and addresses are replaced by placeholders.",
            valueName: "file"
        ),
        completion: .file()
    )
    var record: String?

    @Flag(name: .long, help: "Keep secrets, names and addresses in the recording.")
    var recordSecrets = false

    func validate() throws {
        guard record != nil || !recordSecrets else {
            throw ValidationError("--record-secrets requires --record.")
        }
    }

    /// Opens the file; nil if no recording is requested.
    ///
    /// - Throws: `RecordingError`.
    func recorder(as role: RecordingHeader.Role, console: Console) throws -> SessionRecorder? {
        guard let record else { return nil }
        var options = SessionRecorder.Options()
        options.role = role
        options.tool = "cast/\(CastVersion.text)"
        options.isRedacted = !recordSecrets
        return try SessionRecorder(path: record, options: options) { console.note("cast: \($0)") }
    }
}

extension SessionRecorder {
    /// The recorder of the command that runs in the current task; nil if nothing is recorded.
    @TaskLocal static var current: SessionRecorder?
}

extension RecordedDevice {
    /// The facts about a device that was found on the network.
    init(_ device: CastDevice) {
        self.init(
            id: device.id,
            name: device.friendlyName,
            model: device.modelName.isEmpty ? nil : device.modelName,
            capabilities: device.capabilities,
            text: device.text
        )
    }
}
