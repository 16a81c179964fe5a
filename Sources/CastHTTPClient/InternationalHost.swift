// SPDX-License-Identifier: Apache-2.0

/// The ASCII form of host names with other letters (IDNA), which FoundationEssentials does not convert.
enum InternationalHost {
    /// Returns a URL whose host is in its ASCII form: `http://xn--bcher-kva.example/` for `http://bücher.example/`.
    ///
    /// A URL whose host is ASCII, and text without a host, are returned unchanged. Letters are converted to lowercase; they are
    /// expected in their composed form, as they are typed.
    ///
    /// - Returns: Nil if the host has no ASCII form: a label that would be too long, or with punctuation.
    static func withASCIIHost(_ url: String) -> String? {
        // The delimiters are bytes, as for a URL parser: as a character, one may be part of an accented character.
        let bytes = url.utf8
        guard let start = authorityStart(bytes) else { return url }
        let authority = bytes[start...].prefix { !"/?#\\".utf8.contains($0) }
        let hostStart =
            authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) } ?? authority.startIndex
        let host = authority[hostStart...].prefix { $0 != UInt8(ascii: ":") }
        guard !host.allSatisfy({ $0 < 0x80 }) else { return url }
        guard let ascii = asciiForm(of: String(decoding: host, as: UTF8.self)) else { return nil }
        return String(
            decoding: Array(bytes[..<host.startIndex]) + ascii.utf8 + Array(bytes[host.endIndex...]),
            as: UTF8.self
        )
    }

    /// The index after `//`, at the beginning or after a scheme.
    private static func authorityStart(_ url: String.UTF8View) -> String.Index? {
        let rest = url.drop { !":/?#".utf8.contains($0) }
        let afterScheme = rest.first == UInt8(ascii: ":") ? rest.dropFirst() : url[...]
        return afterScheme.starts(with: "//".utf8) ? url.index(afterScheme.startIndex, offsetBy: 2) : nil
    }

    /// Returns the ASCII form of a host name; nil if a label of it would be longer than 63 bytes or has punctuation.
    static func asciiForm(of host: some StringProtocol) -> String? {
        var labels: [String] = []
        // The characters that separate labels (RFC 3490, section 3.1).
        for label in host.lowercased().unicodeScalars.split(
            omittingEmptySubsequences: false,
            whereSeparator: { [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"].contains($0) }
        ) {
            guard let encoded = label.allSatisfy(\.isASCII) ? String(label) : encodedLabel(label),
                encoded.utf8.count <= 63
            else {
                return nil
            }
            labels.append(encoded)
        }
        return labels.joined(separator: ".")
    }

    private static func encodedLabel(_ label: Substring.UnicodeScalarView) -> String? {
        let isName = label.allSatisfy { scalar in
            !scalar.isASCII || scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic
                || ("0"..."9").contains(scalar)
        }
        return isName ? punycode(of: String(label)).map { "xn--" + $0 } : nil
    }

    /// Returns the Punycode of a label (RFC 3492, section 6.3); nil if it is longer than any name.
    static func punycode(of label: some StringProtocol) -> String? {
        let codes = label.unicodeScalars.map { Int($0.value) }
        guard codes.count <= 63 else { return nil }
        var output = codes.filter { $0 < 0x80 }.map { UInt8($0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var (code, delta, bias, handled) = (0x80, 0, 72, basicCount)
        while handled < codes.count, let next = codes.filter({ $0 >= code }).min() {
            delta += (next - code) * (handled + 1)
            code = next
            for other in codes {
                if other < code { delta += 1 }
                guard other == code else { continue }
                appendInteger(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static let (base, minimumThreshold, maximumThreshold) = (36, 1, 26)

    private static func appendInteger(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        for position in stride(from: base, through: .max, by: base) {
            let threshold = min(max(position - bias, minimumThreshold), maximumThreshold)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias = 0
        while delta > (base - minimumThreshold) * maximumThreshold / 2 {
            delta /= base - minimumThreshold
            bias += base
        }
        return bias + (base - minimumThreshold + 1) * delta / (delta + 38)
    }
}
