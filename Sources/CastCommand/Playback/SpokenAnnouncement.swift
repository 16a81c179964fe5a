// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastMedia
import CastSender
import CastWire

/// Text that is spoken on a device, after which the device continues what it played before.
struct SpokenAnnouncement: Sendable {
    let finder: DeviceFinder
    let console: Console
    let text: String
    let voice: String?
    let language: String?
    /// The command of a speech program; nil for the one of this system.
    let command: String?
    /// The change of the volume during the announcement.
    let volume: VolumeChange?
    let ports: PortRange?

    private static let contentName = "speech"

    /// Reads the text from standard input.
    ///
    /// - Throws: ``CommandFailure`` if the text is too long.
    static func standardInput() throws -> String {
        let bytes = try LimitedFile.readStandardInput(limit: SpeechProgram.textLimit + 1)
        guard bytes.count <= SpeechProgram.textLimit else {
            throw CommandFailure(SpeechError.textTooLong(limit: SpeechProgram.textLimit))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Speaks the text. Ctrl-C ends the announcement, and the earlier state is restored.
    func run() async throws -> ExitStatus {
        let outcome = try await interruptible { () -> Result<ExitStatus, CommandFailure> in
            do { return .success(try await speak()) } catch {
                if Task.isCancelled { return .success(.interrupted) }
                return .failure(CommandFailure(error))
            }
        }
        return try outcome.value.get()
    }

    private func speak() async throws -> ExitStatus {
        let program =
            if let command { try SpeechProgram.custom(command) } else {
                try SpeechProgram.find(voice: voice, language: language)
            }
        // The device is not disturbed if the speech program fails.
        let speech = try await program.speech(of: text)
        var status = ExitStatus.success
        try await RemoteControl(finder: finder, console: console).connected { connection in
            status = try await play(speech, on: connection)
        }
        return status
    }

    /// Serves the speech and plays it.
    private func play(_ speech: SpeechProgram.Speech, on connection: CastConnection) async throws -> ExitStatus {
        let server = MediaServer(configuration: .forDevices(ports: ports?.ports))
        let suffix = speech.contentType == "audio/wav" ? "wav" : "audio"
        let shared = server.share(
            data: speech.data,
            contentType: speech.contentType,
            name: "\(Self.contentName).\(suffix)"
        )
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await server.run() }
            try await server.listen(reachableFrom: connection.localAddress)
            let media = MediaInformation(
                contentID: server.url(for: shared, reachableFrom: connection.localAddress),
                contentType: speech.contentType,
                streamType: .buffered,
                metadata: MediaMetadata(fields: ["metadataType": 0, "title": .string(String(text.prefix(100)))])
            )
            let level = await connection.status.volume?.level ?? 0
            let announcement = try await connection.announce(media, volume: volume?.applied(to: level))
            return try report(announcement, on: connection)
        }
    }

    private func report(_ announcement: Announcement, on connection: CastConnection) throws -> ExitStatus {
        let device = DeviceDescription(connection.device)
        let (end, isRestored): (String, Bool) =
            switch announcement.end {
            case .finished: ("finished", announcement.restoreError == nil)
            case .canceled: ("interrupted", announcement.restoreError == nil)
            case .takenOver: ("takenOver", false)
            }
        console.emit([
            "action": "said", "device": .object(device.briefJSON), "end": .string(end), "restored": .bool(isRestored),
            "notes": .array(announcement.notes.map { .string("\($0)") }),
        ])
        if announcement.end == .finished { console.result("Spoke the text on \(device.name).") }
        if announcement.end == .takenOver {
            console.note("Other media was started on \(device.name), so the earlier media is not restored.")
        }
        for note in announcement.notes { console.note("Note: \(note).") }
        if let error = announcement.restoreError {
            var failure = RemoteControl.failure(
                error,
                restoring: announcement.earlier,
                localAddress: connection.localAddress
            )
            failure.message = "what \(device.name) played before the text cannot be restored: \(failure.message)"
            throw failure
        }
        return announcement.end == .canceled ? .interrupted : .success
    }
}

extension CommandFailure {
    /// Converts an error of the speech program.
    init(_ error: SpeechError) {
        let code: String
        let status: ExitStatus
        switch error {
        case .textEmpty, .textTooLong, .commandInvalid: (code, status) = ("invalidText", .usage)
        case .programMissing, .commandMissing: (code, status) = ("speechProgramMissing", .failure)
        default: (code, status) = ("speechFailed", .failure)
        }
        let hint = error == .programMissing ? "or use another program with --command" : nil
        self.init(
            code: code,
            exitStatus: status,
            message: "the text cannot be spoken: \(error)",
            hint: hint
        )
    }
}
