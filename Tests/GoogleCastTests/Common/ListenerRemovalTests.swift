import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

/// Whoever is removed while others are called is not called any more, in the same round neither.
@Suite("Listeners removed while they are called", .serialized)
@MainActor
struct ListenerRemovalTests {
    /// Counts what it hears, of whatever kind, and does something at the first call.
    private final class Ear: NSObject, GCKDiscoveryManagerListener, GCKMediaQueueDelegate, GCKCastDeviceStatusListener {
        var calls = 0
        var onCall: (() -> Void)?

        private func hear() {
            calls += 1
            onCall?()
        }

        func didInsert(_ device: GCKDevice, at index: UInt) { hear() }
        func didUpdateDeviceList() { hear() }
        func mediaQueueDidReloadItems(_ queue: GCKMediaQueue) { hear() }
        func mediaQueueDidChange(_ queue: GCKMediaQueue) { hear() }
        func castSession(_ castSession: GCKCastSession, didReceive standbyStatus: GCKStandbyStatus) { hear() }
    }

    enum Kind: CaseIterable {
        case sessionManager, discovery, deviceStatus, channel
    }

    @Test("the first one removes the second, which hears nothing", arguments: Kind.allCases)
    func stage(_ kind: Kind) async throws {
        try await CastStage.perform(.memory) { stage in
            let device = try await stage.open(DeviceConfiguration(name: "Stage TV", applications: [Talk.app]))
            stage.begin()
            let (first, second) = (Ear(), Ear())
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
                #expect(log.life.contains("didStart cast"))
                #expect(removed.life.filter { !$0.hasPrefix("CS ") } == [])
                #expect(itself.life.filter { !$0.hasPrefix("CS ") } == ["willStart"], "nor the other form of the same")
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

    @Test("of a media client and of a queue")
    func media() async throws {
        let bench = try await MediaBench.open(MediaBench.playing, itemIDs: [1, 2])
        let second = MediaListener()
        bench.client.add(second)
        bench.listener.onCall = { _ in bench.client.remove(second) }
        try await bench.say(MediaBench.status("PAUSED"))
        #expect(await bench.until { bench.listener.calls.last == "status paused" })
        #expect(second.calls == [])

        let queue = bench.client.mediaQueue
        #expect(await bench.until { queue.itemCount == 2 })
        let (ear, deaf) = (Ear(), Ear())
        queue.add(ear)
        queue.add(deaf)
        ear.onCall = { queue.remove(deaf) }
        try await bench.say([
            "type": "QUEUE_CHANGE", "changeType": "UPDATE", "itemIds": [3, 4, 5], "sequenceNumber": 0,
        ])
        #expect(await bench.until { ear.calls > 0 })
        #expect(deaf.calls == 0)
        await bench.close()
    }

    @Test("of a scanner of the 2.x kind")
    @available(*, deprecated, message: "tests what is deprecated")
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
