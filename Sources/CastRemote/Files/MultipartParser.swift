// SPDX-License-Identifier: Apache-2.0

/// An incremental parser for `multipart/form-data` (RFC 7578), as browsers send it.
///
/// Contents are returned as they arrive, so memory is bounded by the size of the chunks. The parser is strict: a
/// preamble, a part without a name, and other deviations are errors.
struct MultipartParser: Sendable {
    enum Event: Sendable, Equatable {
        /// A part begins. `fileName` is nil for a field that is not a file.
        case part(name: String, fileName: String?)
        /// Bytes of the part's content.
        case content([UInt8])
        case partEnd
    }

    /// The body violates the format, or ended too early.
    struct Malformed: Error, Equatable {}

    private enum State {
        /// Before the rest of a line that begins with the delimiter.
        case delimiter
        case headers
        case content
        case epilogue
    }

    /// The maximum size of the header fields of a part in bytes.
    static let maximumHeaderSize = 4096

    private let delimiter: [UInt8]
    private var state = State.content
    private var hasPart = false
    private var bytes: [UInt8]

    /// - Parameter contentType: The value of the request's `Content-Type` field.
    /// - Returns: Nil if it is another type or has no valid boundary.
    init?(contentType: String) {
        let parts = contentType.split(separator: ";").map { $0.drop { $0 == " " } }
        guard let type = parts.first, type.lowercased() == "multipart/form-data",
            let parameter = parts.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") })
        else { return nil }
        var boundary = parameter.dropFirst("boundary=".count)
        if boundary.count > 1, boundary.first == "\"", boundary.last == "\"" {
            boundary = boundary.dropFirst().dropLast()
        }
        let other = Set("'()+_,-./:=? ")
        guard (1...70).contains(boundary.utf8.count),
            boundary.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || other.contains($0)) })
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        // The first delimiter is at the beginning of the body, without a preceding line end.
        bytes = [0x0D, 0x0A]
    }

    /// Whether the closing delimiter has arrived.
    var isComplete: Bool { state == .epilogue }

    /// Parses the next bytes of the body.
    mutating func parse(_ next: some Sequence<UInt8>) throws(Malformed) -> [Event] {
        guard state != .epilogue else { return [] }
        bytes.append(contentsOf: next)
        var events: [Event] = []
        var position = 0
        loop: while true {
            switch state {
            case .content:
                let (end, isFound) = contentEnd(from: position)
                if end > position {
                    guard hasPart else { throw Malformed() }
                    events.append(.content(Array(bytes[position..<end])))
                }
                position = end
                guard isFound else { break loop }
                if hasPart { events.append(.partEnd) }
                hasPart = false
                position += delimiter.count
                state = .delimiter
            case .delimiter:
                guard bytes.count - position >= 2 else { break loop }
                let line = bytes[position..<position + 2]
                position += 2
                if line.elementsEqual("--".utf8) {
                    state = .epilogue
                    bytes = []
                    return events
                }
                guard line.elementsEqual("\r\n".utf8) else { throw Malformed() }
                state = .headers
            case .headers:
                guard let end = headerEnd(from: position) else {
                    guard bytes.count - position < Self.maximumHeaderSize else { throw Malformed() }
                    break loop
                }
                events.append(try Self.part(bytes[position..<end]))
                position = end + 4
                hasPart = true
                state = .content
            case .epilogue: break loop
            }
        }
        bytes.removeFirst(position)
        return events
    }

    /// Returns the end of the content: the start of the delimiter, or of what may be its beginning.
    private func contentEnd(from start: Int) -> (Int, isFound: Bool) {
        bytes.withUnsafeBufferPointer { bytes in
            var index = start
            while index < bytes.count {
                if bytes[index] == 0x0D {
                    let length = min(delimiter.count, bytes.count - index)
                    var matched = 1
                    while matched < length, bytes[index + matched] == delimiter[matched] { matched += 1 }
                    if matched == length { return (index, length == delimiter.count) }
                }
                index += 1
            }
            return (index, false)
        }
    }

    /// Returns the index of the empty line after the header fields.
    private func headerEnd(from start: Int) -> Int? {
        let end = min(bytes.count, start + Self.maximumHeaderSize)
        guard end - start >= 4 else { return nil }
        return (start...end - 4).first { bytes[$0..<$0 + 4].elementsEqual("\r\n\r\n".utf8) }
    }

    private static func part(_ headers: ArraySlice<UInt8>) throws(Malformed) -> Event {
        for line in String(decoding: headers, as: UTF8.self).split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { throw Malformed() }
            guard line[..<colon].lowercased() == "content-disposition" else { continue }
            let parameters = try parameters(line[line.index(after: colon)...])
            guard let name = parameters["name"] else { throw Malformed() }
            return .part(name: name, fileName: parameters["filename"])
        }
        throw Malformed()
    }

    /// Parses `form-data; name="file"; filename="a.mp4"`.
    private static func parameters(_ value: Substring) throws(Malformed) -> [String: String] {
        var rest = value.drop { $0 == " " }
        guard rest.lowercased().hasPrefix("form-data") else { throw Malformed() }
        rest = rest.dropFirst("form-data".count)
        var found: [String: String] = [:]
        while let semicolon = rest.first {
            guard semicolon == ";", let equals = rest.firstIndex(of: "=") else { throw Malformed() }
            let name = rest[rest.index(after: rest.startIndex)..<equals].drop { $0 == " " }.lowercased()
            rest = rest[rest.index(after: equals)...]
            guard rest.first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") else { throw Malformed() }
            let text = rest[rest.index(after: rest.startIndex)..<end]
            guard found.updateValue(unescaped(text), forKey: name) == nil else { throw Malformed() }
            rest = rest[rest.index(after: end)...].drop { $0 == " " }
        }
        return found
    }

    /// Replaces the three escapes of browsers (HTML Standard, "multipart/form-data encoding algorithm").
    private static func unescaped(_ text: Substring) -> String {
        var result = ""
        var rest = text
        while let character = rest.first {
            switch rest.prefix(3) {
            case "%22": result += "\""
            case "%0D": result += "\r"
            case "%0A": result += "\n"
            default:
                result.append(character)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(3)
        }
        return result
    }
}
