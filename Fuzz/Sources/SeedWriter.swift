// SPDX-License-Identifier: Apache-2.0

import CastWire
import Foundation

/// Writes seeds from the fixtures of the unit tests, and from recordings of real devices if there are any.
struct SeedWriter {
    let folder: String
    let repository: String
    let recordings: String?

    /// Writes one folder per target. Seeds with equal contents replace each other.
    func write() {
        take("\(repository)/Tests/CastWireTests/Fixtures")
        take("\(repository)/Tests/CastReceiverTests/Fixtures")
        if let recordings { take(recordings) }
        let profiles = "\(repository)/Sources/CastReceiver/Resources"
        for file in files(profiles) where file.hasSuffix(".json") {
            save(Main.read("\(profiles)/\(file)"), "profile")
        }
        let hand = "\(repository)/Fuzz/Seeds"
        for target in FuzzTarget.all {
            for file in files("\(hand)/\(target.name)") {
                save(Main.read("\(hand)/\(target.name)/\(file)"), target.name)
            }
        }
    }

    private func take(_ fixtures: String) {
        for file in files("\(fixtures)/framing") {
            let bytes = Main.read("\(fixtures)/framing/\(file)")
            save([255, 16, 3, 0] + bytes, "frame")
            save(Array(bytes.dropFirst(CastFrame.headerLength)), "message")
        }
        for file in files("\(fixtures)/traces") + files("\(fixtures)/traces/observed") {
            let path = "\(fixtures)/traces/\(file)"
            guard let value = try? JSONValue(parsing: Main.read(path), limits: .trace) else { continue }
            objects(in: value) { object in
                let text = Array(object.jsonString.utf8)
                save(text, "json")
                save([UInt8(PayloadReader.index(of: object))] + text, "payload")
            }
        }
        for file in files("\(fixtures)/ipc") where file.hasSuffix(".json") {
            guard let value = try? JSONValue(parsing: Main.read("\(fixtures)/ipc/\(file)"), limits: .trace) else {
                continue
            }
            objects(in: value) { object in save(Array(object.jsonString.utf8), "json") }
        }
        for file in files("\(fixtures)/deviceauth/chains") {
            let certificates = pem(Main.read("\(fixtures)/deviceauth/chains/\(file)"))
            save(certificates.flatMap { [UInt8($0.count >> 8), UInt8($0.count & 255)] + $0 }, "certificate")
        }
        for file in files("\(fixtures)/deviceauth/handshake") where file.hasSuffix(".pb") {
            let bytes = Main.read("\(fixtures)/deviceauth/handshake/\(file)")
            save(bytes, file.contains("crl") ? "revocation-list" : "auth-reply")
        }
    }

    /// Calls a closure with an object and all objects in it that have a type, or that are the outermost ones.
    private func objects(in value: JSONValue, isOutermost: Bool = true, _ body: (JSONObject) -> Void) {
        switch value {
        case .object(let object):
            if isOutermost || object.messageType != nil { body(object) }
            for member in object.members {
                if let text = member.value.stringValue, let inner = try? JSONValue(parsing: text) {
                    objects(in: inner, isOutermost: false, body)
                } else {
                    objects(in: member.value, isOutermost: false, body)
                }
            }
        case .array(let elements): for element in elements { objects(in: element, isOutermost: false, body) }
        default: break
        }
    }

    private func pem(_ text: [UInt8]) -> [[UInt8]] {
        String(decoding: text, as: UTF8.self).components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().map {
            let base64 = $0.components(separatedBy: "-----END").first ?? ""
            return Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
        }
    }

    private func files(_ folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }
    }

    private func save(_ bytes: [UInt8], _ target: String) {
        let folder = "\(folder)/\(target)"
        // FNV-1a, so that equal seeds have equal names.
        let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(String(hash, radix: 16))"))
        } catch {
            Main.fail("cannot write seeds to \(folder): \(error)\n")
        }
    }
}

extension JSONLimits {
    /// The limits of a file with many recorded messages.
    fileprivate static let trace = JSONLimits(depth: 64, bytes: 16 << 20, values: 1_000_000)
}
