// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

/// A listener that is removed during a notification receives no further calls, not even of the notification in
/// progress.
@Suite("Listeners removed during a notification", .serialized)
@MainActor
struct ListenerRemovalTests {
    /// Counts the calls of several listener protocols and runs a closure on each.
    private final class Counter: NSObject, GCKDiscoveryManagerListener, GCKMediaQueueDelegate,
        GCKCastDeviceStatusListener
    {
        var calls = 0
        var onCall: (() -> Void)?

        private func record() {
            calls += 1
            onCall?()
        }

        func didInsert(_ device: GCKDevice, at index: UInt) { record() }
        func didUpdateDeviceList() { record() }
        func mediaQueueDidReloadItems(_ queue: GCKMediaQueue) { record() }
        func mediaQueueDidChange(_ queue: GCKMediaQueue) { record() }
        func castSession(_ castSession: GCKCastSession, didReceive standbyStatus: GCKStandbyStatus) { record() }
    }

    enum Kind: CaseIterable {
        case sessionManager, discovery, deviceStatus, channel
    }

    @Test("a listener that is removed by the one before it receives no call", arguments: Kind.allCases)
    func stage(_ kind: Kind) async throws {
        try await CastStage.perform(.memory) { stage in
            let device = try await stage.open(DeviceConfiguration(name: "Stage TV", applications: [Talk.app]))
            stage.begin()
            let (first, second) = (Counter(), Counter())
            if kind == .discovery {
                stage.discovery.add(first)
                stage.discovery.add(second)
                first.onCall = { stage.discovery.remove(second) }
            }
            stage.sightings.see(stage.description(of: device))
            #expect(await stage.wait { stage.discovery.deviceCount == 1 })
            guard kind != .discovery else {
                #expect(await stage.wait { first.calls > 1 })
                return #expect(second.calls == 0)
            }
            let listed = stage.discovery.device(at: 0)
            switch kind {
            case .sessionManager:
                let (log, removed) = (SessionLog(stage.context), SessionLog(stage.context))
                log.onLine = { line, _ in if line == "willStart" { stage.sessions.remove(removed) } }
                let itself = SessionLog(stage.context)
                itself.onLine = { line, _ in if line == "willStart" { stage.sessions.remove(itself) } }
                try await stage.started(on: listed)
                #expect(log.lifecycle.contains("didStart cast"))
                #expect(removed.lifecycle.filter { !$0.hasPrefix("CS ") } == [])
                #expect(itself.lifecycle.filter { !$0.hasPrefix("CS ") } == ["willStart"], "nor the call's other form")
                for log in [log, removed, itself] { log.stop() }
            case .deviceStatus:
                let session = try await stage.started(on: listed)
                session.add(first)
                session.add(second)
                first.onCall = { session.remove(second) }
                session.inputChanged(isActiveInput: nil, isStandBy: true)
                #expect(first.calls == 1 && second.calls == 0)
            case .channel:
                let talk = Recorder(namespace: Talk.talk.rawValue)
                let news = Recorder(namespace: Talk.news.rawValue)
                let adder = SessionLog(stage.context)
                adder.onLine = { line, session in
                    guard line == "willStart cast", let session = session as? GCKCastSession else { return }
                    #expect(session.add(talk) && session.add(news))
                    talk.onCall = { [weak session] _ in session?.remove(news) }
                }
                try await stage.started(on: listed, options: ["gck_applicationID": Talk.id as NSString])
                #expect(await stage.wait { talk.isConnected })
                #expect(news.calls == [])
                adder.stop()
            case .discovery: break
            }
        }
    }

    @Test("a media client and a queue do not call a listener that is removed by the one before it")
    func media() async throws {
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: [1, 2])
        let second = MediaListener()
        bench.client.add(second)
        bench.listener.onCall = { _ in bench.client.remove(second) }
        try await bench.send(MediaBench.status("PAUSED"))
        #expect(await bench.until { bench.listener.calls.last == "status paused" })
        #expect(second.calls == [])

        let queue = bench.client.mediaQueue
        #expect(await bench.until { queue.itemCount == 2 })
        let (counter, removedCounter) = (Counter(), Counter())
        queue.add(counter)
        queue.add(removedCounter)
        counter.onCall = { queue.remove(removedCounter) }
        try await bench.send([
            "type": "QUEUE_CHANGE", "changeType": "UPDATE", "itemIds": [3, 4, 5], "sequenceNumber": 0,
        ])
        #expect(await bench.until { counter.calls > 0 })
        #expect(removedCounter.calls == 0)
        await bench.close()
    }

    @Test("a 2.x scanner does not call a listener that is removed by the one before it")
    @available(*, deprecated, message: "tests deprecated API")
    func scanner() async throws {
        try await LegacyStage.perform(.memory) { stage async throws in
            let scanner = GCKDeviceScanner()
            let (first, second) = (LegacyRecorder(), LegacyRecorder())
            scanner.add(first)
            scanner.add(second)
            first.onCall = { _ in scanner.remove(second) }
            scanner.startScan()
            #expect(try await stage.wait { first.calls == ["online Old TV"] })
            #expect(second.calls == [])
            scanner.stopScan()
        }
    }
}
