// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastWire
import SystemPackage

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The file format of profiles: JSON, described in `docs/devices.md`.
extension DeviceProfile {
    /// The maximum size of a profile file in bytes.
    public static let byteLimit = 65_536

    /// Reads a profile from a file. Blocks until the file has been read.
    ///
    /// - Throws: ``DeviceProfileError``, which names the file, the key, what was found and what is allowed.
    public init(contentsOf path: String) throws(DeviceProfileError) {
        self = try DeviceProfile(parsing: try Self.bytes(of: path), source: path)
    }

    /// Reads a profile from the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: JSON, at most ``byteLimit`` bytes.
    ///   - source: The name of the file in error messages.
    /// - Throws: ``DeviceProfileError``.
    public init(parsing bytes: [UInt8], source: String) throws(DeviceProfileError) {
        func error(_ code: DeviceProfileError.Code, _ found: String, _ allowed: String) -> DeviceProfileError {
            DeviceProfileError(code: code, source: source, key: nil, found: found, allowed: allowed)
        }
        guard bytes.count <= Self.byteLimit else {
            throw error(.tooLarge, "more than \(Self.byteLimit) bytes", "at most \(Self.byteLimit) bytes")
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch let failure {
            throw error(.invalidJSON, "\(failure)", "a JSON object")
        }
        guard let object = value.objectValue else {
            throw error(.invalidJSON, "JSON without an object", "a JSON object")
        }
        // Of a later format, the keys are not known.
        if case .integer(let format)? = object["format"], format > Self.formatVersion {
            throw DeviceProfileError(
                code: .laterFormat,
                source: source,
                key: "format",
                found: "\(format)",
                allowed: "at most \(Self.formatVersion); a later version of swift-cast reads it"
            )
        }
        try self.init(ProfileReader(object, in: source, keys: Self.keys))
    }

    private static let keys = [
        "format", "name", "title", "sources", "device", "record", "setup", "volume", "idle", "screen", "sessions",
        "apps",
        "mediaReceiver", "delays", "messages", "knownDifferences",
    ]

    private init(_ file: ProfileReader) throws(DeviceProfileError) {
        guard try file.integer("format", in: 1...Self.formatVersion) != nil else {
            throw file.missing("format", "\(Self.formatVersion)")
        }
        let name = try file.requiredText("name")
        guard name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }) else {
            throw file.invalid("name", .string(name), "lowercase letters, digits and hyphens")
        }
        self.init(
            name: name,
            title: try file.requiredText("title"),
            sources: try file.texts("sources", limit: 32),
            device: try Device(file)
        )
        record = try Self.record(file)
        if let section = try file.section("setup", keys: ["layout", "members"]) {
            setup.layout = try section.choice("layout", Setup.Layout.self) ?? setup.layout
            setup.members = try section.object("members") ?? setup.members
        }
        if let section = try file.section("volume", keys: ["control", "level", "step"]) {
            volume.control = try section.choice("control", DeviceConfiguration.VolumeControl.self) ?? volume.control
            volume.level = try section.number("level", in: 0...1) ?? volume.level
            volume.step = try section.number("step", in: 0.001...1) ?? volume.step
        }
        idle = try file.choice("idle", Idle.self) ?? idle
        if let section = try file.section("screen", keys: ["standby", "activeInput"]) {
            screen.isStandby = try section.flag("standby") ?? screen.isStandby
            screen.isActiveInput = try section.flag("activeInput") ?? screen.isActiveInput
        }
        if let section = try file.section("sessions", keys: ["uppercase", "numberedTransports"]) {
            sessions.isUppercase = try section.flag("uppercase") ?? sessions.isUppercase
            sessions.hasNumberedTransports = try section.flag("numberedTransports") ?? sessions.hasNumberedTransports
        }
        if let section = try file.section("apps", keys: ["additional", "availableAfter"]) {
            apps.additional = try section.texts("additional", limit: 64)
            apps.availableAfter = .seconds(try section.number("availableAfter", in: 0...600) ?? 0)
        }
        if let section = try file.section(
            "mediaReceiver",
            keys: ["namespaces", "readyText", "commands", "acknowledgesLoad"]
        ) {
            mediaReceiver = try MediaReceiver(section)
        }
        delays = try Self.delays(file)
        messages = try Self.messages(file)
        knownDifferences = try Self.knownDifferences(file)
    }

    // MARK: - Parts

    /// The keys of the TXT record that other parts of a profile or of the configuration determine.
    private static let ownRecordKeys = ["id", "fn", "md", "ca", "st", "rs"]

    private static func record(_ file: ProfileReader) throws(DeviceProfileError) -> [String: String?] {
        var record: [String: String?] = [:]
        for member in try file.object("record")?.members ?? [] {
            let key = "record.\(member.key)"
            guard (1...9).contains(member.key.utf8.count), member.key.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
                !ownRecordKeys.contains(member.key)
            else {
                throw file.invalid(
                    key,
                    member.value,
                    "another key of 1 to 9 lowercase letters, because \(ownRecordKeys.joined(separator: ", ")) follow from the "
                        + "device"
                )
            }
            switch member.value {
            case .null: record[member.key] = .some(nil)
            case .string(let text) where text.utf8.count <= 200: record[member.key] = text
            default: throw file.wrongType(key, member.value, "a text of at most 200 bytes, or null to remove the key")
            }
        }
        return record
    }

    private static func delays(_ file: ProfileReader) throws(DeviceProfileError) -> [String: Duration] {
        var delays: [String: Duration] = [:]
        guard let object = try file.object("delays") else { return delays }
        let section = try ProfileReader(object, at: "delays", in: file.source, keys: object.keys)
        guard object.count <= 32 else {
            throw file.invalid("delays", .integer(Int64(object.count)), "at most 32 types")
        }
        for type in object.keys {
            guard type.utf8.count <= 64, type.utf8.allSatisfy({ (0x41...0x5A).contains($0) || $0 == 0x5F }) else {
                throw section.invalid(type, object[type] ?? .null, "a type of requests such as LAUNCH as the key")
            }
            delays[type] = .seconds(try section.number(type, in: 0...60) ?? 0)
        }
        return delays
    }

    private static func messages(_ file: ProfileReader) throws(DeviceProfileError) -> [Fault] {
        var rules: [Fault] = []
        for section in try file.sections("messages", keys: ["namespace", "type", "edits", "drop"], limit: 64) {
            var filter = Fault.Filter(direction: .outbound)
            filter.namespace = try section.text("namespace").map(Fault.namespace)
            filter.type = try section.text("type")
            guard try section.flag("drop") != true else {
                guard !section.has("edits") else {
                    throw section.invalid("edits", "edits", "no edits of messages that are dropped")
                }
                rules.append(Fault(.drop, on: filter))
                continue
            }
            var edits: [MessageEdit] = []
            for (index, value) in try section.array("edits", limit: 64).enumerated() {
                guard let edit = MessageEdit(json: value) else {
                    throw section.invalid("edits[\(index)]", value, MessageEdit.grammar)
                }
                edits.append(edit)
            }
            guard !edits.isEmpty else { throw section.missing("edits", "edits, or \"drop\": true") }
            rules.append(Fault(.rewrite(edits), on: filter))
        }
        return rules
    }

    private static func knownDifferences(_ file: ProfileReader) throws(DeviceProfileError) -> [KnownDifference] {
        var differences: [KnownDifference] = []
        for section in try file.sections("knownDifferences", keys: ["case", "reason"], limit: 256) {
            let id = try section.requiredText("case")
            let (letters, digits) = (id.utf8.prefix(2), id.utf8.dropFirst(2))
            guard letters.count == 2, letters.allSatisfy({ (0x41...0x5A).contains($0) }),
                (2...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) })
            else { throw section.invalid("case", .string(id), "the number of a case, such as RC02") }
            guard !differences.contains(where: { $0.caseID == id }) else {
                throw section.invalid("case", .string(id), "each case once")
            }
            differences.append(KnownDifference(caseID: id, reason: try section.requiredText("reason")))
        }
        return differences
    }

    // MARK: - The file

    private static func bytes(of path: String) throws(DeviceProfileError) -> [UInt8] {
        func error(_ code: DeviceProfileError.Code, _ found: String, _ allowed: String) -> DeviceProfileError {
            DeviceProfileError(code: code, source: path, key: nil, found: found, allowed: allowed)
        }
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw error(.unreadable, String(cString: strerror(errno)), "a readable file") }
        defer { close(descriptor) }
        guard (try? Stat(FileDescriptor(rawValue: descriptor)))?.type == .regular else {
            throw error(.unreadable, "no regular file", "a profile in JSON")
        }
        do throws(FileFailure) {
            // One byte more than the limit shows that the file is too large.
            return try LimitedFile.read(from: descriptor, limit: byteLimit + 1)
        } catch let failure {
            throw error(.unreadable, "\(failure)", "a readable file")
        }
    }
}

extension DeviceProfile.Device {
    fileprivate init(_ file: ProfileReader) throws(DeviceProfileError) {
        let keys = ["model", "manufacturer", "product", "firmware", "build", "form", "capabilities", "group"]
        guard let section = try file.section("device", keys: keys) else {
            throw file.missing("device", "an object with model, form and capabilities")
        }
        guard let form = try section.choice("form", DeviceForm.self) else {
            throw section.missing("form", DeviceForm.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard let bits = try section.integer("capabilities", in: 0...Int(UInt32.max)) else {
            throw section.missing("capabilities", "the value of ca in the TXT record")
        }
        self.init(
            model: try section.requiredText("model"),
            manufacturer: try section.text("manufacturer") ?? "Google Inc.",
            firmware: try section.text("firmware") ?? "1.56.500000",
            build: try section.text("build") ?? "500000",
            form: form,
            capabilities: DeviceCapabilities(rawValue: UInt64(bits))
        )
        product = try section.text("product")
        isGroup = try section.flag("group") ?? false
    }
}

extension DeviceProfile.MediaReceiver {
    fileprivate init(_ section: ProfileReader) throws(DeviceProfileError) {
        for name in try section.texts("namespaces", limit: ReceiverPlatform.namespaceLimit) {
            let namespace = CastNamespace(rawValue: name)
            guard name.hasPrefix(CastNamespace.prefix), !namespace.isOfPlatform else {
                throw section.invalid("namespaces", .string(name), "namespaces of apps, which begin with urn:x-cast:")
            }
            namespaces.append(namespace)
        }
        readyText = try section.text("readyText") ?? readyText
        commands = try section.integer("commands", in: 0...Int(Int32.max)).map(MediaCommands.init(rawValue:))
        acknowledgesLoad = try section.flag("acknowledgesLoad") ?? acknowledgesLoad
    }
}
