// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Decodes keys from the bytes of a terminal.
///
/// A key may arrive in several reads: the decoder keeps the beginning of an escape sequence or of a UTF-8 character
/// until the rest arrives. Only time tells whether an ESC is the key or the beginning of a sequence, so the caller
/// calls ``flush()`` when no more bytes have arrived for a while. Sequences of unknown keys are dropped.
struct KeyDecoder: Sendable {
    private enum State: Hashable, Sendable {
        case ground
        case escape
        /// After `ESC [`, with the parameter bytes so far.
        case control(parameters: [UInt8])
        /// After `ESC O`.
        case applicationKey
        case character(bytes: [UInt8], missing: Int)
    }

    /// The maximum number of parameter bytes; the sequences of keys have at most about a dozen.
    private static let sequenceLimit = 32

    private var state = State.ground

    /// Whether the decoder has an incomplete sequence or character.
    var isPending: Bool { state != .ground }

    /// Decodes bytes and returns the keys that they complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { decode(byte, into: &keys) }
        return keys
    }

    /// Ends an incomplete sequence after a pause: an ESC is returned as a key, anything else is dropped.
    mutating func flush() -> [Key] {
        defer { state = .ground }
        return state == .escape ? [.escape] : []
    }

    private mutating func decode(_ byte: UInt8, into keys: inout [Key]) {
        switch state {
        case .ground:
            ground(byte, into: &keys)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .control(parameters: [])
            case UInt8(ascii: "O"): state = .applicationKey
            case 0x1B: keys.append(.escape)
            default:
                // ESC followed by a character is that character with Alt, which no key uses.
                state = .ground
            }
        case .control(let parameters):
            switch byte {
            case 0x40...0x7E:
                state = .ground
                if let key = Self.arrow(byte) ?? Self.numbered(byte, parameters) { keys.append(key) }
            case 0x20...0x3F where parameters.count < Self.sequenceLimit:
                state = .control(parameters: parameters + [byte])
            default:
                state = .ground
            }
        case .applicationKey:
            state = .ground
            if let key = Self.arrow(byte) { keys.append(key) }
        case .character(var bytes, let missing):
            guard byte & 0xC0 == 0x80 else {
                state = .ground
                ground(byte, into: &keys)
                return
            }
            bytes.append(byte)
            guard missing == 1 else {
                state = .character(bytes: bytes, missing: missing - 1)
                return
            }
            state = .ground
            if let character = String(validUTF8: bytes)?.first { keys.append(.character(character)) }
        }
    }

    private mutating func ground(_ byte: UInt8, into keys: inout [Key]) {
        switch byte {
        case 0x1B: state = .escape
        case 0x09: keys.append(.tab)
        case 0x0A, 0x0D: keys.append(.enter)
        case 0x08, 0x7F: keys.append(.backspace)
        case 0x20...0x7E: keys.append(.character(Character(UnicodeScalar(byte))))
        case 0xC2...0xDF: state = .character(bytes: [byte], missing: 1)
        case 0xE0...0xEF: state = .character(bytes: [byte], missing: 2)
        case 0xF0...0xF4: state = .character(bytes: [byte], missing: 3)
        default: break
        }
    }

    private static func arrow(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }

    /// Returns the key of a sequence with a number, such as `ESC [ 1 ~`.
    private static func numbered(_ byte: UInt8, _ parameters: [UInt8]) -> Key? {
        guard byte == UInt8(ascii: "~") else { return nil }
        switch parameters {
        case [UInt8(ascii: "1")], [UInt8(ascii: "7")]: return .home
        case [UInt8(ascii: "3")]: return .backspace
        case [UInt8(ascii: "4")], [UInt8(ascii: "8")]: return .end
        default: return nil
        }
    }
}

/// A key press on a terminal.
enum Key: Hashable, Sendable {
    case character(Character)
    case left
    case right
    case up
    case down
    case home
    case end
    case tab
    case enter
    case backspace
    case escape
}
