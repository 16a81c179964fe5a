import CastWire
import Foundation

/// The vectors of device authentication, which do not lie in this repository.
///
/// They are looked for where `CAST_SHARED` says, else in `shared` beside the package.
enum AuthenticationData {
    private static let directory: URL? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["CAST_SHARED"].map { URL(filePath: $0) }
            ?? package.deletingLastPathComponent().appending(path: "shared")
        let data = shared.appending(path: "protocol/data")
        guard FileManager.default.fileExists(atPath: data.appending(path: "deviceauth/cases.json").path) else {
            print("SKIPPED: the vectors of device authentication, since \(data.path) is missing (set CAST_SHARED)")
            return nil
        }
        return data
    }()

    static var isAvailable: Bool { directory != nil }

    static func bytes(_ path: String) throws -> [UInt8] {
        guard let directory else { return [] }
        return Array(try Data(contentsOf: directory.appending(path: path)))
    }

    /// The blocks of a PEM file, in order.
    static func blocks(_ path: String) throws -> [(label: String, bytes: [UInt8])] {
        var blocks: [(String, [UInt8])] = []
        var label: Substring?
        var text = ""
        for line in String(decoding: try bytes(path), as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("-----BEGIN ") {
                label = line.dropFirst(11).dropLast(5)
                text = ""
            } else if line.hasPrefix("-----END "), let ended = label {
                blocks.append((String(ended), Array(Data(base64Encoded: text) ?? Data())))
                label = nil
            } else if label != nil {
                text += line
            }
        }
        return blocks
    }

    static func certificates(_ path: String) throws -> [[UInt8]] {
        try blocks(path).filter { $0.label == "CERTIFICATE" }.map(\.bytes)
    }

    static func date(_ text: String) -> Date {
        (try? Date(text, strategy: .iso8601)) ?? .distantPast
    }

    /// What has to come of which file.
    static let cases: JSONValue = {
        let data = (try? bytes("deviceauth/cases.json")) ?? []
        return (try? JSONValue(parsing: data, limits: JSONLimits(bytes: 1 << 20, values: 1 << 16))) ?? .null
    }()

    struct Chain: Sendable, CustomStringConvertible {
        var file: String
        var hasOwnAnchor: Bool
        var time: Date
        var expected: String
        var leafCommonName: String?
        var policy: String?
        var signedData: String?

        var description: String { "\(file) at \(time.formatted(.iso8601)): \(expected) \(policy ?? "")" }
    }

    static let chains: [Chain] = (cases["chains"]?.arrayValue ?? []).map { entry in
        Chain(
            file: entry["file"]?.stringValue ?? "",
            hasOwnAnchor: entry["anchor"]?.stringValue == "lastInFile",
            time: date(entry["verifyAt"]?.stringValue ?? ""),
            expected: entry["expected"]?.stringValue ?? "",
            leafCommonName: entry["leafCommonName"]?.stringValue,
            policy: entry["policy"]?.stringValue,
            signedData: entry["signedData"]?.stringValue
        )
    }

    struct RevocationCase: Sendable, CustomStringConvertible {
        var file: String
        var expected: String
        var description: String { "\(file): \(expected)" }
    }

    static let revocations: [RevocationCase] = (cases["handshake"]?["crlCases"]?.arrayValue ?? []).map { entry in
        RevocationCase(file: entry["crl"]?.stringValue ?? "", expected: entry["expected"]?.stringValue ?? "")
    }

    /// One case of crl-suite/testsuite1.pb, whose fields README.md there numbers.
    struct SuiteCase: Sendable, CustomStringConvertible {
        var name = ""
        var path: [[UInt8]] = []
        var list: [UInt8]?
        var expected: UInt64 = 0
        var certificateTime = Date.distantPast
        var listTime = Date.distantPast
        var usesTestAnchors = true
        var description: String { "\(name) (\(expected))" }
    }

    static let suite: [SuiteCase] = {
        let data = (try? bytes("deviceauth/crl-suite/testsuite1.pb")) ?? []
        return ProtobufField.read(data).map { test in
            var result = SuiteCase()
            for field in ProtobufField.read(test.bytes) {
                switch field.number {
                case 1: result.name = String(decoding: field.bytes, as: UTF8.self)
                case 2: result.path.append(field.bytes)
                case 3: result.list = field.bytes
                case 4: result.expected = field.value
                case 5: result.certificateTime = Date(timeIntervalSince1970: Double(field.value))
                case 6: result.listTime = Date(timeIntervalSince1970: Double(field.value))
                case 7: result.usesTestAnchors = field.value != 0
                default: break
                }
            }
            return result
        }
    }()
}

/// A field of a protobuf message: enough of the format to read and write the vectors.
struct ProtobufField {
    var number: Int
    var value: UInt64 = 0
    var bytes: [UInt8] = []

    static func read(_ bytes: [UInt8]) -> [ProtobufField] {
        var rest = bytes[...]
        func number() -> UInt64 {
            var value: UInt64 = 0
            var shift = 0
            while let byte = rest.popFirst() {
                value |= UInt64(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { break }
            }
            return value
        }
        var fields: [ProtobufField] = []
        while !rest.isEmpty {
            let key = number()
            if key & 7 == 2 {
                let count = Int(number())
                fields.append(ProtobufField(number: Int(key >> 3), bytes: Array(rest.prefix(count))))
                rest = rest.dropFirst(count)
            } else {
                fields.append(ProtobufField(number: Int(key >> 3), value: number()))
            }
        }
        return fields
    }
}
