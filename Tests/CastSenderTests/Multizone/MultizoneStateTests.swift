// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Group status")
struct MultizoneStateTests {
    private func device(_ id: String, _ name: String? = nil, level: Double = 0.5) -> JSONObject {
        MultizoneDevice(deviceID: id, name: name ?? id, volume: CastVolume(level: level, muted: false)).fields
    }

    private func message(_ type: String, _ key: String, _ value: JSONValue) -> MultizoneMessage {
        MultizoneMessage(["type": .string(type), "requestId": 0, key: value])
    }

    private func status(_ devices: JSONObject...) -> MultizoneMessage {
        message("MULTIZONE_STATUS", "status", ["devices": .array(devices.map { .object($0) })])
    }

    private func apply(_ state: inout MultizoneState, _ message: MultizoneMessage) -> [GroupEvent]? {
        state.received(message)
    }

    private func ids(_ state: MultizoneState) -> [String] { state.status?.members.map(\.id) ?? [] }

    @Test("A status replaces the list, ADDED and UPDATED insert or update, REMOVED removes; spellings of an id match")
    func merging() throws {
        var state = MultizoneState()
        let first = apply(&state, status(device("AB-1"), device("cd2")))
        #expect(first?.count == 2)
        #expect(ids(state) == ["ab1", "cd2"])
        let added = apply(&state, message("DEVICE_ADDED", "device", .object(device("EF-3")))) ?? []
        guard case .memberAdded(let member) = added.first else { throw Failure() }
        #expect(member.id == "ef3")
        let known = apply(&state, message("DEVICE_ADDED", "device", .object(device("ab1", level: 0.2)))) ?? []
        guard case .memberUpdated(let updated) = known.first, known.count == 1 else { throw Failure() }
        #expect(updated.level == 0.2)
        #expect(ids(state) == ["ab1", "cd2", "ef3"])
        let removed = apply(&state, message("DEVICE_REMOVED", "deviceId", "A-B-1")) ?? []
        guard case .memberRemoved(let gone) = removed.first else { throw Failure() }
        #expect(gone.id == "ab1")
        let again = apply(&state, message("DEVICE_REMOVED", "deviceId", "ab1"))
        #expect(again == nil)
        let replaced = apply(&state, status(device("EF3"))) ?? []
        #expect(replaced.count == 2)
        #expect(ids(state) == ["ef3"])
    }

    @Test("An update without a name keeps the name; a repeated update changes nothing")
    func partial() throws {
        var state = MultizoneState()
        _ = state.received(status(device("a", "Kitchen")))
        let update: JSONValue = ["deviceId": "a", "volume": ["level": 0.9]]
        let changed = apply(&state, message("DEVICE_UPDATED", "device", update))
        #expect(changed?.count == 1)
        #expect(state.status?.member("A")?.name == "Kitchen")
        #expect(state.status?.member("A")?.level == 0.9)
        let repeated = apply(&state, message("DEVICE_UPDATED", "device", update))
        #expect(repeated == nil)
    }

    @Test("The playback session is set and cleared by the status and by PLAYBACK_SESSION_UPDATED")
    func playbackSession() {
        var state = MultizoneState()
        let session: JSONValue = ["appAllowsGrouping": true, "isVideoContent": false]
        _ = state.received(message("PLAYBACK_SESSION_UPDATED", "playbackSession", session))
        #expect(state.status?.playbackSession?.appAllowsGrouping == true)
        let silent = apply(&state, MultizoneMessage(["type": "PLAYBACK_SESSION_UPDATED"]))
        #expect(silent == nil)
        let stopped = apply(&state, message("PLAYBACK_SESSION_UPDATED", "playbackSession", nil))
        #expect(stopped == [])
        #expect(state.status?.playbackSession == nil)
        _ = state.received(message("PLAYBACK_SESSION_UPDATED", "status", ["playbackSession": session]))
        #expect(state.status?.playbackSession?.isVideoContent == false)
        _ = state.received(status(device("a")))
        #expect(state.status?.playbackSession == nil)
    }

    @Test("Members without an id, duplicates, and members beyond the limit are dropped")
    func hostile() {
        var state = MultizoneState()
        _ = state.received(status(device("a"), ["name": "nobody"], device("A"), device("-")))
        #expect(ids(state) == ["a"])
        #expect(state.dropped == 2)
        for index in 0..<1000 { _ = state.received(message("DEVICE_ADDED", "device", .object(device("x\(index)")))) }
        #expect(ids(state).count == MultizoneState.memberLimit)
        #expect(state.dropped == 2 + 1000 - MultizoneState.memberLimit + 1)
        _ = state.received(message("DEVICE_ADDED", "device", "nonsense"))
        _ = state.received(message("DEVICE_REMOVED", "deviceId", 7))
        #expect(ids(state).count == MultizoneState.memberLimit)
    }

    @Test("The number of unknown keys of a member is limited")
    func endlessFields() {
        var state = MultizoneState()
        _ = state.received(status(device("a", "Kitchen")))
        for index in 0..<10_000 {
            let update: JSONObject = ["deviceId": "a", "name": "Kitchen", "new\(index)": 1]
            _ = state.received(message("DEVICE_UPDATED", "device", .object(update)))
        }
        #expect(state.status?.member("a")?.name == "Kitchen")
        #expect((state.status?.member("a")?.description.fields.count ?? 0) <= MultizoneState.fieldLimit)
    }

    @Test(
        "Statuses of a group, a playing television and a single speaker are parsed",
        arguments: TestData.available
    )
    func statuses(_ data: TestData) throws {
        var state = MultizoneState()
        let group = try data.message("multizone-status-group-of-3")
        let members = try #require(group["status"]?["devices"]?.arrayValue)
        _ = state.received(MultizoneMessage(group))
        #expect(members.count == 3 && state.status?.members.count == 3)
        #expect(state.status?.members.map(\.name) == members.compactMap { $0["name"]?.stringValue })
        // An id may be written without hyphens and in upper case.
        let id = try #require(members[0]["deviceId"]?.stringValue).replacing("-", with: "").uppercased()
        #expect(state.status?.member(id)?.level == 0.5)
        _ = state.received(MultizoneMessage(try data.message("multizone-status-playback-session")))
        #expect(state.status?.playbackSession?.streamTransferSupported == true)
        _ = state.received(MultizoneMessage(try data.message("multizone-status-single-speaker")))
        #expect(state.status?.members.count == 1)
        #expect(state.status?.playbackSession == nil)
        _ = state.received(MultizoneMessage(try data.message("multizone-device-added")))
        #expect(state.status?.members.count == 2)
    }

    private struct Failure: Error {}
}
