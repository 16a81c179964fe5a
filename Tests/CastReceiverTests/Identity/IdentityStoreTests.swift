import CastTransport
import Testing

@testable import CastReceiver

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("The identity of a device on disk")
struct IdentityStoreTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path() + "cast-identity-\(UUID().uuidString)/state"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("a device is made once, for this user alone, and is the same afterwards; a damaged file is named and kept")
    func keeps() throws {
        try withDirectory { path in
            let store = IdentityStore(path: path)
            let (made, keys) = try store.loadOrCreate()
            let (found, foundKeys) = try store.loadOrCreate()
            #expect(made == found)
            #expect(keys.tls.pemRepresentation == foundKeys.tls.pemRepresentation)
            #expect(keys.credentials.certificate == foundKeys.credentials.certificate)
            #expect(keys.credentials.root == foundKeys.credentials.root)
            #expect(keys.credentials.intermediate == foundKeys.credentials.intermediate)
            #expect(try mode(path) == 0o700)
            let files = try FileManager.default.contentsOfDirectory(atPath: path)
            #expect(files.count == 6)
            for file in files { #expect(try mode(path + "/" + file) == 0o600, "\(file)") }

            try FileManager.default.removeItem(atPath: path + "/intermediate-certificate.pem")
            #expect(throws: VirtualDeviceError.self) { try store.loadOrCreate() }
            try store.directory.write("nonsense", to: "device-key.pem")
            let error = #expect(throws: VirtualDeviceError.self) { try store.loadOrCreate() }
            #expect(error?.code == .stateDirectoryUnusable)
            #expect(error?.reason.contains("device-key.pem") == true)
            #expect(try store.directory.read("device-key.pem") == "nonsense")
        }
    }

    @Test("a directory that cannot be made is a typed error that names it")
    func unwritable() {
        let error = #expect(throws: VirtualDeviceError.self) {
            try IdentityStore(path: "/proc/nowhere/state").loadOrCreate()
        }
        #expect(error?.code == .stateDirectoryUnusable)
        #expect(error?.reason.contains("/proc/nowhere") == true)
    }

    @Test("ids have the forms of real devices")
    func forms() {
        let identity = DeviceIdentity.generate()
        #expect(identity.id.count == 36 && identity.id == identity.id.lowercased())
        #expect(identity.compactID.count == 32)
        #expect(identity.cloudDeviceID.count == 32)
        #expect(identity.receiverMetricsID.count == 16)
        #expect(identity.bootstrapAddress.hasPrefix("FA8FCA") && identity.bootstrapAddress.count == 12)
        #expect(DeviceIdentity.generate() != identity)
    }
}
