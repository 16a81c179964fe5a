// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@Suite("Revocation lists")
struct RevocationListTests {
    private func field(_ number: UInt8, _ value: [UInt8]) -> [UInt8] { [number << 3 | 2, UInt8(value.count)] + value }

    private func field(_ number: UInt8, _ value: UInt8) -> [UInt8] { [number << 3, value] }

    @Test("A bundle has the lists, certificates and signatures in order")
    func bundle() throws {
        let first = field(1, [1, 2]) + field(2, [3]) + field(3, [4, 5])
        let bytes = field(1, first) + field(1, field(1, [6]))
        let lists = try RevocationBundle(parsing: bytes).lists
        #expect(lists.map(\.list) == [[1, 2], [6]])
        #expect(lists.map(\.signerCertificate) == [[3], []])
        #expect(lists.map(\.signature) == [[4, 5], []])
        #expect(try RevocationBundle(parsing: []).lists.isEmpty)
    }

    @Test("A list has a version, a validity, keys and ranges of serial numbers")
    func list() throws {
        let range = field(1, [7]) + field(2, 8) + field(3, 9)
        let bytes =
            field(1, 1) + field(2, 2) + field(3, 3) + field(4, [4]) + field(4, [5]) + field(4, [4]) + field(5, range)
        let list = try RevocationList(parsing: bytes)
        #expect(list.version == 1)
        #expect(list.notBefore == 2)
        #expect(list.notAfter == 3)
        #expect(list.publicKeyHashes == [[4], [5]])
        #expect(list.serialNumbers.count == 1)
        #expect(list.serialNumbers.first?.issuerPublicKeyHash == [7])
        #expect(list.serialNumbers.first?.first == 8)
        #expect(list.serialNumbers.first?.last == 9)
    }

    @Test("Bytes that are not protobuf are refused")
    func damaged() {
        #expect(throws: DeviceAuthMessageError.notProtobuf) { try RevocationBundle(parsing: [0xFF]) }
        #expect(throws: DeviceAuthMessageError.notProtobuf) { try RevocationList(parsing: [0x0A, 5]) }
    }
}
