// SPDX-License-Identifier: Apache-2.0

/// A character encoding of subtitle files and playlists.
enum TextEncoding: Sendable, Hashable, CaseIterable {
    case utf8
    case utf16LittleEndian
    case utf16BigEndian
    case windows1250
    case windows1251
    case windows1252
    case windows1253
    case windows1254
    case windows1255
    case windows1256
    case windows1257
    case iso2
    case iso5
    case iso7
    case iso15
    case koi8R
    case codePage437
    case codePage850

    /// Returns the encoding with a name, such as `windows-1252`, `CP1252` and `ISO-8859-2`.
    init?(named name: String) {
        var name = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
        for prefix in ["windows", "cp", "ibm"] where name.hasPrefix(prefix) {
            name.removeFirst(prefix.count)
            break
        }
        guard let encoding = Self.names[name] else { return nil }
        self = encoding
    }

    /// The encodings by their names. As in web browsers, the parts 1 and 9 of ISO 8859 are the encodings of Windows
    /// that contain them, because the files are made with these.
    private static let names: [String: TextEncoding] = [
        "utf8": .utf8, "utf16": .utf16LittleEndian, "utf16le": .utf16LittleEndian, "utf16be": .utf16BigEndian,
        "1250": .windows1250, "1251": .windows1251, "1252": .windows1252, "1253": .windows1253, "1254": .windows1254,
        "1255": .windows1255, "1256": .windows1256, "1257": .windows1257, "iso88591": .windows1252,
        "latin1": .windows1252, "ascii": .windows1252, "usascii": .windows1252, "iso88592": .iso2, "latin2": .iso2,
        "iso88595": .iso5, "iso88597": .iso7, "iso88599": .windows1254, "latin5": .windows1254, "iso885915": .iso15,
        "latin9": .iso15, "koi8r": .koi8R, "437": .codePage437, "850": .codePage850,
    ]

    /// Decodes a file to UTF-8 without a byte order mark.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - encoding: The name of the encoding, or `nil` to detect it.
    ///   - fileName: The name of the file, whose language helps to detect the encoding.
    static func decode(
        _ bytes: [UInt8],
        encoding name: String? = nil,
        fileName: String? = nil
    ) throws(SubtitleError) -> [UInt8] {
        var named: TextEncoding?
        if let name {
            guard let encoding = TextEncoding(named: name) else { throw .unknownEncoding(name) }
            named = encoding
        }
        if let (encoding, length) = byteOrderMark(bytes) { return encoding.decode(bytes[length...]) }
        return (named ?? detect(bytes, fileName: fileName)).decode(bytes[...])
    }

    /// Decodes bytes to UTF-8. Invalid parts become U+FFFD.
    private func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .utf8:
            // The conversion to a string replaces invalid parts.
            return UTF8Statistics(bytes).errors == 0 ? Array(bytes) : Array(String(decoding: bytes, as: UTF8.self).utf8)
        case .utf16LittleEndian, .utf16BigEndian:
            let low = self == .utf16LittleEndian ? 0 : 1
            let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
                UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + 1 - low]) << 8
            }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        default:
            let upper = characters.unicodeScalars.map { Array(String($0).utf8) }
            let first = 256 - upper.count
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + bytes.count / 2)
            for byte in bytes {
                if byte < 0x80 {
                    result.append(byte)
                } else if Int(byte) >= first {
                    result.append(contentsOf: upper[Int(byte) - first])
                }
            }
            return result
        }
    }

    private static func byteOrderMark(_ bytes: [UInt8]) -> (encoding: TextEncoding, length: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }
}

/// The numbers of valid and invalid sequences of bytes outside ASCII in what may be UTF-8.
struct UTF8Statistics {
    private(set) var sequences = 0
    private(set) var errors = 0

    init(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count {
                if index + 8 <= bytes.count,
                    bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    index += 8
                    continue
                }
                if bytes[index] < 0x80 {
                    index += 1
                    continue
                }
                let length = Self.sequence(bytes, at: index)
                if length > 0 { sequences += 1 } else { errors += 1 }
                index += max(1, length)
            }
        }
    }

    /// Returns the length of the valid sequence at an index, or 0.
    private static func sequence(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
        // The second byte has a smaller range where longer forms, surrogates or too high numbers would be possible.
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch bytes[index] {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0)
            }
        guard length > 0, index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
        return bytes[(index + 2)..<(index + length)].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
    }
}
