#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The ids by which senders recognise a device again.
struct DeviceIdentity: Sendable, Hashable {
    /// A UUID in lower case with hyphens.
    var id: String
    /// 32 hexadecimal digits in upper case: the TXT key `cd`.
    var cloudDeviceID: String
    /// 16 hexadecimal digits in upper case: the TXT key `rm`.
    var receiverMetricsID: String
    /// 12 hexadecimal digits in upper case, like a MAC address: the TXT key `bs`.
    var bootstrapAddress: String

    /// A new device.
    static func generate() -> DeviceIdentity {
        DeviceIdentity(
            id: UUID().uuidString.lowercased(),
            cloudDeviceID: hexadecimal(bytes: 16),
            receiverMetricsID: hexadecimal(bytes: 8),
            bootstrapAddress: "FA8FCA" + hexadecimal(bytes: 3)
        )
    }

    /// The id without hyphens, as in the TXT record.
    var compactID: String { id.filter { $0 != "-" } }

    private static func hexadecimal(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<count)
            .map { _ in
                let byte: UInt8 = generator.next()
                return (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
            .joined()
    }
}
