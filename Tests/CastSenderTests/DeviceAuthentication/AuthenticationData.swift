// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation
import Testing

@testable import CastSender

/// The test vectors of device authentication in a folder.
///
/// `scripts/make-fixtures` generates those of the fixtures. Their certificates have roots of their own; the recorded
/// certificates of devices have Google's.
struct AuthenticationData: Sendable, CustomTestStringConvertible {
    /// The kind of a chain. The recorded chains have the names of devices.
    enum Kind: String, Sendable {
        case oneIntermediate = "one-intermediate"
        case twoIntermediates = "two-intermediates"
        /// Issued by other authorities than the chains above.
        case unrelated
        /// With an intermediate certificate that expires in 2025.
        case expiring
        case expiringAudio = "expiring-audio"
    }

    let folder: TestData

    static let available = TestData.available.map { AuthenticationData(folder: $0) }

    var testDescription: String { folder.rawValue }

    func bytes(_ path: String) throws -> [UInt8] { try folder.bytes(path) }

    /// Returns the certificates of a chain, from the device's own, and the roots that it can lead to.
    func chain(_ kind: Kind) throws -> (certificates: [[UInt8]], anchors: [TrustAnchor]) {
        guard folder == .recordings else {
            var chain = try certificates("deviceauth/chains/\(kind.rawValue).pem")
            let anchor = try TrustAnchor(der: chain.removeLast())
            return (chain, [anchor])
        }
        let name =
            switch kind {
            case .oneIntermediate: "chromecast_gen1"
            case .twoIntermediates: "fugu"
            case .unrelated: "vizio"
            case .expiring: "chromecast_gen2"
            case .expiringAudio: "chromecast_audio"
            }
        return (try certificates("deviceauth/chains/\(name).pem"), TrustAnchor.cast)
    }

    /// Returns the blocks of a PEM file, in order.
    func blocks(_ path: String) throws -> [(label: String, bytes: [UInt8])] {
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

    func certificates(_ path: String) throws -> [[UInt8]] {
        try blocks(path).filter { $0.label == "CERTIFICATE" }.map(\.bytes)
    }

    static func date(_ text: String) -> Date {
        (try? Date(text, strategy: .iso8601)) ?? .distantPast
    }

    /// The expected result for each file.
    var cases: JSONValue {
        let data = (try? bytes("deviceauth/cases.json")) ?? []
        return (try? JSONValue(parsing: data, limits: JSONLimits(bytes: 1 << 20, values: 1 << 16))) ?? .null
    }

    /// A chain with the expected result of its verification.
    struct Chain: Sendable, CustomTestStringConvertible {
        var source: AuthenticationData
        var file: String
        var hasOwnAnchor: Bool
        var time: Date
        var expected: String
        var leafCommonName: String?
        var policy: String?
        var signedData: String?

        var testDescription: String {
            "\(file) (\(source.testDescription)) at \(time.formatted(.iso8601)): \(expected) \(policy ?? "")"
        }
    }

    var chains: [Chain] {
        (cases["chains"]?.arrayValue ?? []).map { entry in
            Chain(
                source: self,
                file: entry["file"]?.stringValue ?? "",
                hasOwnAnchor: entry["anchor"]?.stringValue == "lastInFile",
                time: Self.date(entry["verifyAt"]?.stringValue ?? ""),
                expected: entry["expected"]?.stringValue ?? "",
                leafCommonName: entry["leafCommonName"]?.stringValue,
                policy: entry["policy"]?.stringValue,
                signedData: entry["signedData"]?.stringValue
            )
        }
    }

    /// A revocation list with the expected result of the handshake.
    struct RevocationCase: Sendable, CustomTestStringConvertible {
        var source: AuthenticationData
        var file: String
        var expected: String
        var testDescription: String { "\(file) (\(source.testDescription)): \(expected)" }
    }

    var revocations: [RevocationCase] {
        (cases["handshake"]?["crlCases"]?.arrayValue ?? []).map { entry in
            RevocationCase(
                source: self,
                file: entry["crl"]?.stringValue ?? "",
                expected: entry["expected"]?.stringValue ?? ""
            )
        }
    }

    /// A case of crl-suite/testsuite1.pb. `make_revocation_suite` in `scripts/make-fixtures` writes its fields.
    struct SuiteCase: Sendable, CustomTestStringConvertible {
        var source: AuthenticationData
        var name = ""
        var path: [[UInt8]] = []
        var list: [UInt8]?
        var expected: UInt64 = 0
        var certificateTime = Date.distantPast
        var listTime = Date.distantPast
        var usesTestAnchors = true
        var testDescription: String { "\(name) (\(source.testDescription)): \(expected)" }
    }

    var suite: [SuiteCase] {
        let data = (try? bytes("deviceauth/crl-suite/testsuite1.pb")) ?? []
        return ProtobufField.read(data).map { test in
            var result = SuiteCase(source: self)
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
    }
}

/// A field of a protobuf message. Supports only what the test vectors use.
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
