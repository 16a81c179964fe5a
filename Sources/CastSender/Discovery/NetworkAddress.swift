// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The classification of network addresses.
enum NetworkAddress {
    /// Whether an address is unreachable from the internet: private, link-local, loopback or reserved. Chrome connects
    /// only to such addresses when they come from discovery.
    static func isLocal(_ text: String) -> Bool {
        let host = String(text.prefix { $0 != "%" })
        if let bytes = parse(host, family: AF_INET, length: 4) { return isLocalIPv4(bytes) }
        if let bytes = parse(host, family: AF_INET6, length: 16) { return isLocalIPv6(bytes) }
        return false
    }

    private static func parse(_ text: String, family: Int32, length: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: length)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    /// The special-purpose ranges of RFC 6890 and RFC 6598.
    private static func isLocalIPv4(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 4 else { return false }
        switch (bytes[0], bytes[1], bytes[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (240..., _, _): return true
        case (100, 64...127, _), (169, 254, _), (172, 16...31, _), (192, 168, _), (198, 18...19, _): return true
        case (192, 0, 0), (192, 0, 2), (198, 51, 100), (203, 0, 113): return true
        default: return false
        }
    }

    /// Loopback, link-local, unique local, and the documentation prefix.
    private static func isLocalIPv6(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 16 else { return false }
        if bytes.dropLast().allSatisfy({ $0 == 0 }) { return bytes[15] <= 1 }
        if bytes[0] == 0xFE, bytes[1] & 0xC0 == 0x80 { return true }
        if bytes[0] & 0xFE == 0xFC { return true }
        return bytes[0] == 0x20 && bytes[1] == 0x01 && bytes[2] == 0x0D && bytes[3] == 0xB8
    }
}
