// SPDX-License-Identifier: Apache-2.0

import CastWire

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Limits for reading a recording. The defaults suit files from anywhere.
public struct RecordingLimits: Sendable, Hashable {
    /// The maximum length of a line in bytes. Default 512 KiB, which is more than a message of the maximum length takes.
    public var lineLength = 512 * 1024
    /// The maximum number of lines. Default 100,000.
    public var lines = 100_000
    /// The maximum number of bytes of all lines. Default 256 MiB.
    public var bytes = 256 * 1024 * 1024
    /// The maximum number of nested arrays and objects in a line. Default 66: those of a payload, and the line.
    public var depth = JSONLimits.payload.depth + 2

    /// Creates the default limits.
    public init() {}
}

extension Recording {
    /// Reads a file. Blocks on the file system.
    ///
    /// A last line that is cut off is reported as ``truncatedLine``. Lines of kinds that this version does not know are
    /// skipped.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which may be a pipe.
    ///   - limits: The limits of what is read.
    /// - Throws: ``RecordingError``, which names the file and the line.
    public init(contentsOf path: String, limits: RecordingLimits = RecordingLimits()) throws(RecordingError) {
        guard let file = fopen(path, "re") else {
            throw RecordingError(
                .unreadable,
                file: path,
                "the file cannot be opened: \(String(cString: strerror(errno)))"
            )
        }
        defer { fclose(file) }
        var reader = RecordingReader(file: path, limits: limits)
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            try reader.read(chunk[..<count])
            if count < chunk.count { break }
        }
        // Also for a directory, which can be opened.
        guard ferror(file) == 0 else {
            throw RecordingError(
                .unreadable,
                file: path,
                "the file cannot be read: \(String(cString: strerror(errno)))"
            )
        }
        self = try reader.finish()
    }

    /// Reads the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - name: The name of the file in errors.
    ///   - limits: The limits of what is read.
    /// - Throws: ``RecordingError``, which names the file and the line.
    public init(
        parsing bytes: [UInt8],
        name: String,
        limits: RecordingLimits = RecordingLimits()
    ) throws(RecordingError) {
        var reader = RecordingReader(file: name, limits: limits)
        try reader.read(bytes[...])
        self = try reader.finish()
    }
}

/// Reads a recording from pieces of its bytes.
struct RecordingReader {
    private let file: String
    private let limits: RecordingLimits
    /// The beginning of a line whose end has not been read.
    private var rest: [UInt8] = []
    private var line = 0
    private var byteCount = 0
    private var header: RecordingHeader?
    private var events: [RecordedEvent] = []

    init(file: String, limits: RecordingLimits) {
        self.file = file
        self.limits = limits
    }

    /// Reads the next bytes of the file.
    mutating func read(_ bytes: ArraySlice<UInt8>) throws(RecordingError) {
        byteCount += bytes.count
        guard byteCount <= limits.bytes else {
            throw RecordingError(.tooLarge, file: file, line: line + 1, "the file is longer than \(limits.bytes) bytes")
        }
        var bytes = bytes
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            let text = rest + bytes[..<end]
            rest = []
            bytes = bytes[(end + 1)...]
            try checkLength(text.count)
            line += 1
            guard line <= limits.lines else {
                throw RecordingError(.tooLarge, file: file, line: line, "the file has more than \(limits.lines) lines")
            }
            try read(line: text)
        }
        rest += bytes
        try checkLength(rest.count)
    }

    /// Reads what follows the last line end, and returns the recording.
    mutating func finish() throws(RecordingError) -> Recording {
        var truncatedLine: Int?
        if !rest.isEmpty {
            line += 1
            let text = rest
            rest = []
            do throws(RecordingError) {
                try read(line: text)
            } catch {
                // The line could be damaged for another reason, but without an end it is a line that was not finished.
                guard header != nil, error.code == .malformed else { throw error }
                truncatedLine = line
            }
        }
        guard let header else {
            throw RecordingError(.notARecording, file: file, line: 1, "the file is empty, so it is not a recording")
        }
        var recording = Recording(header: header, events: events)
        recording.truncatedLine = truncatedLine
        return recording
    }

    private func checkLength(_ count: Int) throws(RecordingError) {
        guard count <= limits.lineLength else {
            let reason = "the line is longer than \(limits.lineLength) bytes"
            throw RecordingError(header == nil ? .notARecording : .tooLarge, file: file, line: line + 1, reason)
        }
    }

    private mutating func read(line text: [UInt8]) throws(RecordingError) {
        let object: JSONObject
        do throws(JSONError) {
            // The number of values is that of a payload and the members around it.
            let values = JSONLimits.payload.values + 16
            let parsed = try JSONValue(
                parsing: text,
                limits: JSONLimits(depth: limits.depth, bytes: limits.lineLength, values: values)
            )
            guard let parsed = parsed.objectValue else {
                throw JSONError(.unexpectedByte, at: 0)
            }
            object = parsed
        } catch {
            let code: RecordingError.Code =
                if header == nil {
                    .notARecording
                } else if error.code == .tooDeep || error.code == .tooLarge {
                    .tooLarge
                } else {
                    .malformed
                }
            throw RecordingError(code, file: file, line: line, "the line is not a JSON object: \(error)")
        }
        do throws(LineError) {
            guard header != nil else {
                header = try RecordingHeader(object)
                return
            }
            guard let event = try RecordedEvent(object) else { return }
            guard event.milliseconds >= events.last?.milliseconds ?? 0 else {
                throw LineError(.malformed, "the time is before that of the line above")
            }
            events.append(event)
        } catch {
            throw RecordingError(error.code, file: file, line: line, error.reason)
        }
    }
}
