// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import Foundation
import Testing

@testable import GoogleCast

/// A device provider whose devices a test adds and removes.
private final class PuppetProvider: DeviceProvider {
    private let stream: AsyncStream<DeviceSighting>
    private let continuation: AsyncStream<DeviceSighting>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func see(_ device: CastDevice) { continuation.yield(.seen(device, as: device.id)) }
    func lose(_ id: String) { continuation.yield(.gone(id)) }

    func search(_ report: @escaping @Sendable (DeviceSighting) async -> Void) async {
        for await sighting in stream { await report(sighting) }
    }
}

@Suite("2.x: device scanner", .serialized)
@MainActor
struct LegacyScannerTests {
    private func device(_ name: String, port: Int = 8009) -> CastDevice {
        CastDevice(id: "tv", friendlyName: name, endpoints: [CastEndpoint(host: "192.0.2.9", port: port)])
    }

    @Test("G1 a filter that matches no device hides all of them; removing it shows them", .timeLimit(.minutes(1)))
    @available(*, deprecated, message: "tests deprecated API")
    func filter() async throws {
        try await LegacyStage.perform(.loopbackTLS) { stage async throws in
            let recorder = LegacyRecorder()
            let scanner = GCKDeviceScanner()
            scanner.filterCriteria = GCKFilterCriteria(forAvailableApplicationWithID: "0BAD0BAD")
            scanner.add(recorder)
            scanner.startScan()
            #expect(scanner.scanning)
            try await stage.pass(.milliseconds(300))
            #expect(recorder.calls.isEmpty && scanner.devices.isEmpty && !scanner.hasDiscoveredDevices)
            scanner.filterCriteria = nil
            #expect(try await stage.wait { recorder.calls == ["online Old TV"] })
            scanner.filterCriteria = GCKFilterCriteria(forAvailableApplicationWithID: "CC1AD845")
            #expect(try await stage.wait { recorder.calls == ["online Old TV", "offline Old TV", "online Old TV"] })
            scanner.stopScan()
            scanner.stopScan()
            #expect(!scanner.scanning && scanner.devices.count == 1)
        }
    }

    @Test("G2, G4 two scanners share one search, and their lists agree with the callbacks", .timeLimit(.minutes(1)))
    @available(*, deprecated, message: "tests deprecated API")
    func shared() async throws {
        let provider = PuppetProvider()
        let searches = Counter()
        try await LegacyStage.perform(.loopbackTLS) { stage async throws in
            var environment = stage.environment
            environment.browse = { (criteria) throws(CastError) in
                searches.add()
                return DeviceBrowser.start(from: [provider], criteria: criteria)
            }
            LegacyScan.environment = environment
            let (first, second) = (GCKDeviceScanner(filterCriteria: nil), GCKDeviceScanner(filterCriteria: nil))
            let (one, two) = (LegacyRecorder(), LegacyRecorder())
            first.add(one)
            first.add(one)
            second.add(two)
            one.onCall = { call in
                #expect(first.devices.isEmpty == call.hasPrefix("offline"))
                #expect(first.hasDiscoveredDevices == call.hasPrefix("online"))
            }
            first.startScan()
            provider.see(device("TV"))
            #expect(try await stage.wait { one.calls == ["online TV"] })
            second.startScan()
            #expect(try await stage.wait { two.calls == ["online TV"] })
            provider.lose("tv")
            #expect(try await stage.wait { one.calls.last == "offline TV" && two.calls.last == "offline TV" })
            #expect(searches.count == 1)
            second.remove(two)
            provider.see(device("TV"))
            #expect(try await stage.wait { one.calls.count == 3 })
            #expect(two.calls.count == 2)
        }
    }

    @Test("G3 a changed port replaces the device, a changed name updates it", .timeLimit(.minutes(1)))
    @available(*, deprecated, message: "tests deprecated API")
    func changes() async throws {
        let provider = PuppetProvider()
        try await LegacyStage.perform(.loopbackTLS) { stage async throws in
            var environment = stage.environment
            environment.browse = { (criteria) throws(CastError) in
                DeviceBrowser.start(from: [provider], criteria: criteria)
            }
            LegacyScan.environment = environment
            let scanner = GCKDeviceScanner(filterCriteria: nil)
            let recorder = LegacyRecorder()
            scanner.add(recorder)
            scanner.startScan()
            provider.see(device("TV"))
            #expect(try await stage.wait { recorder.calls == ["online TV"] })
            provider.see(device("Telly"))
            #expect(try await stage.wait { recorder.calls.last == "changed Telly" })
            provider.see(device("Telly", port: 8010))
            #expect(try await stage.wait { recorder.calls.suffix(2) == ["offline Telly", "online Telly"] })
            #expect(recorder.calls.count == 4 && scanner.devices.map(\.servicePort) == [8010])
        }
    }

    @Test("G5 the deprecated initializer of criteria with an ID equals the one without it")
    @available(*, deprecated, message: "tests deprecated API")
    func deprecatedCriteria() {
        let plain = GCKFilterCriteria(forRunningApplicationWithSupportedNamespaces: ["urn:x-cast:a"])
        let old = GCKFilterCriteria(forRunningApplicationWithID: "12345678", supportedNamespaces: ["urn:x-cast:a"])
        #expect(old == plain && old.engineCriteria == plain.engineCriteria)
        #expect(GCKFilterCriteria().engineCriteria == .any)
        #expect(GCKFilterCriteria(forAvailableApplicationWithID: "").engineCriteria == .any)
    }

    @Test("G6 criteria survive copying and archiving")
    @available(*, deprecated, message: "tests deprecated API")
    func criteriaCoding() throws {
        let all = [
            GCKFilterCriteria(), GCKFilterCriteria(forAvailableApplicationWithID: "CC1AD845"),
            GCKFilterCriteria(forRunningApplicationWithSupportedNamespaces: ["urn:x-cast:a", "urn:x-cast:b"]),
        ]
        for criteria in all {
            #expect(criteria.copy() as? GCKFilterCriteria == criteria)
            let data = try NSKeyedArchiver.archivedData(withRootObject: criteria, requiringSecureCoding: true)
            let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: GCKFilterCriteria.self, from: data)
            #expect(back == criteria && back?.hash == criteria.hash)
        }
        #expect(Set(all).count == 3)
    }
}

private final class Counter: Sendable {
    private let value = Locked(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
