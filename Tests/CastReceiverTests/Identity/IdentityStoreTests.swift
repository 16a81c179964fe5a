// SPDX-License-Identifier: Apache-2.0

import CastTransport
import Testing

@testable import CastReceiver

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The stored identity of a device")
struct IdentityStoreTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path() + "cast-identity-\(UUID().uuidString)/state"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("an identity is created once with private modes and then reused; a damaged file is an error and is kept")
    func keeps() throws {
        try withDirectory { path in
            let store = IdentityStore(path: path)
            let (created, keys) = try store.loadOrCreate()
            let (found, foundKeys) = try store.loadOrCreate()
            #expect(created == found)
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
            #expect(try store.directory.read("device-key.pem", .secret) == "nonsense")
        }
    }

    /// Returns why a directory is rejected; nil when it is accepted.
    private func refusal(_ path: String) -> String? {
        do throws(VirtualDeviceError) {
            _ = try IdentityStore(path: path).loadOrCreate()
            return nil
        } catch {
            #expect(error.code == .stateDirectoryUnusable)
            return error.reason
        }
    }

    @Test("the mode of an existing directory is never changed; one that other users can write to is rejected")
    func sharedDirectory() throws {
        try withDirectory { path in
            let manager = FileManager.default
            try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
            for shared in [0o777, 0o1777, 0o770, 0o702] {
                try manager.setAttributes([.posixPermissions: shared], ofItemAtPath: path)
                let reason = try #require(refusal(path))
                #expect(reason.contains(path) && reason.contains("chmod go-w '\(path)'"), "\(reason)")
                #expect(try mode(path) == shared)
                #expect(try manager.contentsOfDirectory(atPath: path).isEmpty)
            }
            // The directory may be readable by all, because the files have private modes.
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            #expect(refusal(path) == nil)
            #expect(try mode(path) == 0o755)
            // The same applies when the identity already exists.
            try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
            #expect(refusal(path)?.contains("chmod go-w") == true)
            #expect(try mode(path) == 0o777)
        }
    }

    @Test(
        "a key that other users can read, and any file that they can write, is rejected with the command that fixes it"
    )
    func exposedFiles() throws {
        try withDirectory { path in
            let manager = FileManager.default
            #expect(refusal(path) == nil)
            for (name, modes) in [
                ("tls-key.pem", [0o666, 0o644, 0o640, 0o604]), ("device-key.pem", [0o666, 0o660]),
                ("identity.json", [0o666]), ("device-certificate.pem", [0o602]), ("root-certificate.pem", [0o620]),
            ] {
                let file = path + "/" + name
                for exposed in modes {
                    try manager.setAttributes([.posixPermissions: exposed], ofItemAtPath: file)
                    let reason = try #require(refusal(path), "\(name) \(String(exposed, radix: 8))")
                    #expect(reason.contains(file) && reason.contains("chmod "), "\(reason)")
                    #expect(try mode(file) == exposed)
                }
                try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            }
            // Certificates are not secret.
            try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path + "/root-certificate.pem")
            #expect(refusal(path) == nil)
        }
    }

    @Test("a pipe or a directory in the place of a file is an error that names it", .timeLimit(.minutes(1)))
    func otherKindsOfFile() throws {
        for name in ["identity.json", "tls-key.pem"] {
            try withDirectory { path in
                #expect(refusal(path) == nil)
                let file = path + "/" + name
                try FileManager.default.removeItem(atPath: file)
                #expect(mkfifo(file, 0o600) == 0)
                #expect(refusal(path)?.contains("\(file) is not a regular file") == true)
                try FileManager.default.removeItem(atPath: file)
                try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
                #expect(refusal(path)?.contains("\(file) is not a regular file") == true)
            }
        }
    }

    @Test("a directory that cannot be created is a typed error that names it")
    func unwritable() {
        let error = #expect(throws: VirtualDeviceError.self) {
            try IdentityStore(path: "/proc/nowhere/state").loadOrCreate()
        }
        #expect(error?.code == .stateDirectoryUnusable)
        #expect(error?.reason.contains("/proc/nowhere") == true)
    }

    @Test("ids have the format of real devices")
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
