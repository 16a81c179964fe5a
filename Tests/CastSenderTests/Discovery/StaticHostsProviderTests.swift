// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastTransport
import CastWire
import NIOConcurrencyHelpers
import Testing

@testable import CastSender

@Suite("Devices at known addresses")
struct StaticHostsProviderTests {
    private static let endpoint = CastEndpoint(host: "10.0.0.5")

    /// Runs a provider against a device that answers, or does not, in each round, and returns the sightings of each
    /// round.
    private func sightings(_ answers: [CastDevice?]) async -> [[DeviceSighting]] {
        let state = NIOLockedValueBox((round: 0, seen: [[DeviceSighting]](repeating: [], count: answers.count)))
        let provider = StaticHostsProvider(
            [Self.endpoint, Self.endpoint],
            identify: { (endpoint) async throws(CastError) -> CastDevice in
                guard let device = answers[state.withLockedValue({ $0.round })] else {
                    throw CastError(.connectTimedOut, "no answer")
                }
                return device
            },
            sleep: { duration in
                #expect(duration == .seconds(30))
                let isOver = state.withLockedValue { state in
                    state.round += 1
                    return state.round == answers.count
                }
                if isOver { throw CancellationError() }
            }
        )
        await provider.search { sighting in
            state.withLockedValue { $0.seen[$0.round].append(sighting) }
        }
        return state.withLockedValue { $0.seen }
    }

    @Test("An address is queried every 30 s; its device is removed after five failures in a row, and returns")
    func polling() async {
        let device = CastDevice(id: "abc", friendlyName: "TV", endpoints: [Self.endpoint])
        let seen = DeviceSighting.seen(device, as: "\(Self.endpoint)")
        let answers = [device, nil, nil, nil, nil, device, nil, nil, nil, nil, nil, nil, device]
        let rounds = await sightings(answers)
        var expected = answers.map { $0 == nil ? [] : [seen] }
        expected[10] = [.gone("\(Self.endpoint)")]
        #expect(rounds == expected)
    }

    @Test("The identity is read from the device, and another device at the address replaces it in the list")
    func identity() async throws {
        let model = try await ModelDevice()
        let environment = model.environment
        async let identified = CastDevice.identify(
            model.peer.endpoint,
            options: ConnectionOptions(),
            environment: environment
        )
        let peer = try await model.peer.accept()
        try await peer.expect("CONNECT", in: .connection)
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.idle)
        let request = try await peer.expect("GET_DEVICE_INFO", in: .discovery)
        let info = DeviceInfoMessage(
            deviceID: "AB-CD",
            friendlyName: "Upstairs",
            deviceModel: "Google Cast Group",
            deviceCapabilities: [.audioOut, .multizoneGroup]
        )
        try await peer.reply(to: request, info.fields)
        let device = try await identified
        #expect(device.id == "abcd")
        #expect(device.isGroup)
        var list = DeviceList()
        _ = list.received(.seen(device, as: "x"))
        let other = CastDevice(id: "ef", friendlyName: "TV", endpoints: device.endpoints)
        let events = list.received(.seen(other, as: "x"))
        #expect(events == [.lost(device), .found(other)])
    }
}
