// SPDX-License-Identifier: Apache-2.0

/// A DASH manifest, as far as a sender needs it (ISO/IEC 23009-1).
struct DASHManifest {
    /// The facts for users.
    private(set) var stream = WebStream(kind: .dash)

    /// The maximum number of variants and of renditions.
    private static let countLimit = 1_000

    /// Returns whether content begins like a DASH manifest.
    static func matches(_ bytes: [UInt8]) -> Bool {
        var tokenizer = XMLRangeTokenizer(bytes)
        while let token = try? tokenizer.next() {
            if case .open(let element) = token { return element.localName == "MPD" }
        }
        return false
    }

    /// Parses a manifest. The facts end at a syntax error.
    ///
    /// - Returns: `nil` if the document is not a manifest.
    init?(parsing bytes: [UInt8]) {
        guard Self.matches(bytes) else { return nil }
        var tokenizer = XMLRangeTokenizer(bytes)
        var set: [String: String] = [:]
        while let token = try? tokenizer.next() {
            guard case .open(let element) = token else { continue }
            let attributes = Self.attributes(of: element, in: bytes)
            switch element.localName {
            case "MPD":
                stream.isLive = attributes["type"] == "dynamic"
                stream.duration = attributes["mediaPresentationDuration"].flatMap(Self.seconds)
            case "AdaptationSet":
                set = attributes
                addRendition(attributes)
            case "Representation": addVariant(attributes, set)
            case "ContentProtection": addProtection(attributes)
            default: break
            }
        }
        if stream.isLive == true { stream.duration = nil }
    }

    private static func attributes(of element: XMLRangeTokenizer.Element, in bytes: [UInt8]) -> [String: String] {
        var values: [String: String] = [:]
        for attribute in element.attributes where values[attribute.name] == nil {
            values[attribute.name] = XMLText.unescape(bytes.text(attribute.value))
        }
        return values
    }

    /// Returns `video`, `audio` or `text`.
    private static func kind(_ attributes: [String: String]) -> String? {
        if let type = attributes["contentType"] { return type }
        guard let type = attributes["mimeType"] else { return nil }
        return type == "application/ttml+xml" ? "text" : type.split(separator: "/").first.map(String.init)
    }

    private mutating func addRendition(_ attributes: [String: String]) {
        let rendition = WebStream.Rendition(name: attributes["label"] ?? "", language: attributes["lang"])
        switch Self.kind(attributes) {
        case "audio" where stream.audio.count < Self.countLimit: stream.audio.append(rendition)
        case "text" where stream.subtitles.count < Self.countLimit: stream.subtitles.append(rendition)
        default: break
        }
    }

    private mutating func addVariant(_ attributes: [String: String], _ set: [String: String]) {
        let all = set.merging(attributes) { _, own in own }
        guard stream.variants.count < Self.countLimit, Self.kind(all).map({ $0 == "video" }) ?? (all["width"] != nil)
        else { return }
        stream.variants.append(
            WebStream.Variant(
                bandwidth: attributes["bandwidth"].flatMap { Int($0) },
                width: all["width"].flatMap { Int($0) },
                height: all["height"].flatMap { Int($0) },
                codecs: all["codecs"]?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
            )
        )
    }

    private mutating func addProtection(_ attributes: [String: String]) {
        guard let scheme = attributes["schemeIdUri"]?.lowercased(), stream.encryption.count < 100 else { return }
        stream.isDRM = true
        let name = Self.systems.first { scheme.hasSuffix($0.key) }?.value
        // The element for the encryption scheme accompanies those of the systems.
        guard let name, !stream.encryption.contains(name) else { return }
        stream.encryption.append(name)
    }

    /// The protection systems by their identifiers (https://dashif.org/identifiers/content_protection/).
    private static let systems = [
        "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": "Widevine", "9a04f079-9840-4286-ab92-e65be0885f95": "PlayReady",
        "94ce86fb-07ff-4f43-adb8-93d2fa968ca2": "FairPlay", "e2719d58-a985-b3c9-781a-b030af78d30e": "Clear Key",
    ]

    /// Parses a duration such as `PT1H2M3.5S`. Durations with years and months are not supported, because their length
    /// depends on the date.
    static func seconds(_ text: String) -> Double? {
        guard text.hasPrefix("P") else { return nil }
        var total = 0.0
        var digits = ""
        var isTime = false
        for character in text.dropFirst() {
            switch character {
            case "T": isTime = true
            case "0"..."9", ".": digits.append(character)
            default:
                let factors: [Character: Double] = isTime ? ["H": 3600, "M": 60, "S": 1] : ["D": 86400]
                guard let factor = factors[character], let number = Double(digits) else { return nil }
                total += number * factor
                digits = ""
            }
        }
        return digits.isEmpty && total.isFinite && total <= 1e9 ? total : nil
    }
}
