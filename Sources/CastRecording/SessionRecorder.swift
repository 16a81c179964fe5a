// SPDX-License-Identifier: Apache-2.0

import CastFiles
public import CastTransport
import CastWire
import NIOConcurrencyHelpers
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Writes what happens on Cast sockets to a file, from which ``ReplayDevice`` and ``ReplaySender`` play it back.
///
/// Set it as the observer of a sender's connections (`ConnectionOptions.observer`) or of a virtual device
/// (`DeviceConfiguration.observers`). Secrets, names and addresses are replaced before they reach the file, which has
/// mode 0600. Files are written on a thread of their own: the session does not wait for them, and a failure to write
/// does not disturb it. Can be used on any thread.
public final class SessionRecorder: CastSocketObserver {
    /// What a recorder writes.
    public struct Options: Sendable {
        /// The end at which the session is recorded. Default the sender.
        public var role = RecordingHeader.Role.sender
        /// The program that records, with its version. Default `swift-cast`.
        public var tool = "swift-cast"
        /// Whether secrets, names and addresses are replaced. Default true.
        public var isRedacted = true
        /// The clock. Default the continuous clock of the system.
        public var now: @Sendable () -> ContinuousClock.Instant = { .now }

        /// Creates the default options.
        public init() {}
    }

    private struct State {
        var device = RecordedDevice()
        /// The instant of the first event; nil before it.
        var start: ContinuousClock.Instant?
        /// The numbers of the recording for the numbers of the sockets.
        var sockets: [Int: Int] = [:]
        var messages = 0
        var lost = 0
        /// The part of `lost` that no line reports yet.
        var unreported = 0
    }

    /// The path of the file.
    public let path: String
    private let options: Options
    private let file: LineFile
    private let state = NIOLockedValueBox(State())
    /// Used on the file's thread only; the lock never waits.
    private let redactor: NIOLockedValueBox<Redactor>?

    /// Opens a file for a recording.
    ///
    /// An existing recording is replaced. A file that is no recording, and not empty, is left alone. Blocks on the file
    /// system.
    ///
    /// - Parameters:
    ///   - path: The path of the file, in an existing directory.
    ///   - options: What is written.
    ///   - onFailure: Called on any thread when the file can no longer be written, at most once. The session goes on
    ///     without a recording.
    /// - Throws: ``RecordingError``.
    public init(
        path: String,
        options: Options = Options(),
        onFailure: @escaping @Sendable (RecordingError) -> Void = { _ in }
    ) throws(RecordingError) {
        self.path = path
        self.options = options
        redactor = options.isRedacted ? NIOLockedValueBox(Redactor()) : nil
        let existing = URL(filePath: path).resolvingSymlinksInPath().path
        let isFile = (try? Stat(existing))?.type == .regular
        guard !isFile || Self.canReplace(existing) else {
            throw RecordingError(
                .exists,
                file: path,
                "the file exists and is not a recording; choose another name, or delete it"
            )
        }
        do throws(FileFailure) {
            file = try LineFile(replacing: path) { failure in
                onFailure(
                    RecordingError(
                        .unwritable,
                        file: path,
                        "the recording ends here, because the file cannot be written: \(failure)"
                    )
                )
            }
        } catch {
            throw RecordingError(.unwritable, file: path, "the recording cannot be created: \(error)")
        }
        // A file that existed keeps its mode otherwise.
        if isFile { try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: existing) }
    }

    /// Whether a file is empty or begins as a recording does.
    private static func canReplace(_ path: String) -> Bool {
        guard let file = fopen(path, "re") else { return false }
        defer { fclose(file) }
        var beginning = [UInt8](repeating: 0, count: 256)
        let count = fread(&beginning, 1, beginning.count, file)
        return count == 0
            || String(decoding: beginning[..<count], as: UTF8.self).contains("\"\(RecordingHeader.format)\"")
    }

    /// Sets the description of the device for the first line of the file. Has no effect after the first event.
    public func describe(_ device: RecordedDevice) {
        state.withLockedValue { $0.device = device }
    }

    /// The number of recorded messages.
    public var messageCount: Int { state.withLockedValue { $0.messages } }

    /// The number of events that were dropped because the file was written too slowly, or not at all.
    public var lostCount: Int { state.withLockedValue { $0.lost } }

    public func observe(_ event: CastSocketEvent, on socket: Int) {
        // The lines are queued under the lock, so that their times ascend.
        state.withLockedValue { state in
            let kind = kind(of: event)
            let elapsed = begin(&state)
            let number = state.sockets[socket] ?? state.sockets.count + 1
            state.sockets[socket] = number
            var events = [RecordedEvent(milliseconds: elapsed, socket: number, kind: kind)]
            if state.unreported > 0 {
                events.insert(
                    RecordedEvent(milliseconds: elapsed, socket: number, kind: .lost(state.unreported)),
                    at: 0
                )
            }
            guard write(events) else {
                state.lost += 1
                state.unreported += 1
                return
            }
            state.unreported = 0
            if case .message = kind { state.messages += 1 }
        }
    }

    /// Writes what is pending and closes the file. Later events are dropped.
    ///
    /// - Throws: ``RecordingError`` if the file could not be written completely.
    public func close() async throws(RecordingError) {
        state.withLockedValue { state in
            // A session without events is a recording, too.
            _ = begin(&state)
        }
        await file.close()
        if let failure = file.failure {
            throw RecordingError(.unwritable, file: path, "the recording is incomplete: \(failure)")
        }
    }

    /// Writes the first line before the first event, and returns the milliseconds since then.
    private func begin(_ state: inout State) -> Int {
        let now = options.now()
        if let start = state.start { return max(0, (now - start).milliseconds) }
        state.start = now
        let (header, redactor) = (header(of: state.device), redactor)
        _ = file.append {
            var header = header
            if let redactor { header.device = redactor.withLockedValue { $0.redacted(header.device) } }
            return header.json.jsonString
        }
        return 0
    }

    private func header(of device: RecordedDevice) -> RecordingHeader {
        RecordingHeader(tool: options.tool, role: options.role, device: device, isRedacted: options.isRedacted)
    }

    private func write(_ events: [RecordedEvent]) -> Bool {
        file.append { [redactor] in
            let events = redactor?.withLockedValue { redactor in events.map { redactor.redacted($0) } } ?? events
            return events.map { $0.json.jsonString }.joined(separator: "\n")
        }
    }

    private func kind(of event: CastSocketEvent) -> RecordedEvent.Kind {
        let isSender = options.role == .sender
        switch event {
        case .opened: return .opened
        case .sent(let message): return .message(message, isSender ? .toDevice : .toSender)
        case .received(let message): return .message(message, isSender ? .toSender : .toDevice)
        case .closed(let reason):
            let closer: RecordedEvent.Closer =
                switch reason {
                case .local: isSender ? .sender : .device
                case .remote: isSender ? .device : .sender
                default: .failure
                }
            return .closed(by: closer, reason: "\(reason)")
        }
    }
}

extension Duration {
    /// The whole milliseconds, which saturate.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return Int(clamping: product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue)
    }
}
