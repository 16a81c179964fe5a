// SPDX-License-Identifier: Apache-2.0

import CastReceiver
import CastSender
import CastWire
import Foundation
import Testing

@testable import GoogleCast

@MainActor
@Suite("Session requests", .serialized)
struct SessionRequestTests {
    @Test(
        "S41 R1 R2 R9 R10 A volume out of range is clamped, and the request completes once the device has set it",
        arguments: CastStage.Kind.allCases
    )
    func volume(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found(DeviceConfiguration(name: "Stage TV", volumeLevel: 0.5))
            let session = try await stage.started(on: listed)
            #expect(session.currentDeviceVolume == 0.5 && session.traits?.volumeIncrement == 0.05)
            let log = SessionLog(stage.context)
            await stage.pass(.milliseconds(200))
            log.clear()
            let delegate = RequestLog()
            let request = session.setDeviceVolume(1.7)
            #expect(request.inProgress && request.error == nil && !request.external)
            #expect(session.currentDeviceVolume == 0.5, "set by the device only")
            request.delegate = delegate
            #expect(await stage.wait { delegate.outcomes == ["complete"] })
            #expect(!delegate.wasInProgress && !request.inProgress && request.error == nil)
            #expect(device.snapshot.volumeLevel == 1)
            #expect(
                await stage.wait {
                    stage.messages(with: "SET_VOLUME").contains { $0.contains("\"requestId\":\(request.requestID)") }
                }
            )
            #expect(await stage.wait { log.lines == ["volume 1.0 false", "volume cast 1.0 false"] })
            log.stop()
        }
    }

    @Test("S43 S44 R4 R5 A newer volume replaces a pending one, a mute does not", arguments: CastStage.Kind.allCases)
    func replaced(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let session = try await stage.started(on: listed)
            let logs = [RequestLog(), RequestLog(), RequestLog()]
            let requests = [session.setDeviceVolume(0.2), session.setDeviceMuted(true)]
            for (request, log) in zip(requests, logs) { request.delegate = log }
            let newer = session.setDeviceVolume(0.3)
            newer.delegate = logs[2]
            #expect(Set(requests.map(\.requestID) + [newer.requestID]).count == 3)
            #expect(await stage.wait { logs.allSatisfy { $0.outcomes.count == 1 } })
            #expect(logs.map(\.outcomes) == [["aborted replaced"], ["complete"], ["complete"]])
            #expect(requests[0].error == nil)
            #expect(device.snapshot.isMuted && device.snapshot.volumeLevel == 0.3)
            #expect(await stage.wait { session.currentDeviceMuted })
        }
    }

    @Test(
        "R3 A canceled request is aborted at once, although the receiver may still execute it",
        arguments: CastStage.Kind.allCases
    )
    func cancelled(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let session = try await stage.started(on: listed)
            let log = RequestLog()
            let slowly = Fault(.delay(.seconds(1)), on: .init(direction: .inbound, type: "SET_VOLUME"))
            _ = await device.faults.add(slowly)
            let request = session.setDeviceVolume(0.4)
            request.delegate = log
            await stage.pass(.milliseconds(200))
            request.cancel()
            #expect(log.outcomes == ["aborted cancelled"])
            request.cancel()
            #expect(await stage.wait { device.snapshot.volumeLevel == 0.4 && session.currentDeviceVolume == 0.4 })
            await stage.pass(.milliseconds(200))
            #expect(log.outcomes.count == 1 && request.error == nil && !request.inProgress)
        }
    }

    @Test("R6 A request without a response fails with 2 after its timeout", arguments: [CastStage.Kind.memory])
    func silent(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            let session = try await stage.started(on: listed)
            let log = RequestLog()
            _ = await device.faults.add(Fault(.drop, on: .init(direction: .inbound, type: "SET_VOLUME")))
            session.setDeviceVolume(0.4).delegate = log
            await stage.pass(.seconds(9))
            #expect(log.outcomes.isEmpty)
            #expect(await stage.wait { log.outcomes == ["failed 2"] })
        }
    }

    @Test(
        "R7 S36 Pending requests fail before the end or the suspension of the session is reported",
        arguments: [CastStage.Kind.memory]
    )
    func pending(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (device, listed) = try await stage.found()
            for isSuspension in [false, true] {
                let session = try await stage.started(on: listed)
                let log = SessionLog(stage.context)
                let request = RequestLog()
                var order: [String] = []
                log.onLine = { line, _ in
                    if line.hasSuffix("cast") || line.contains("cast ") { order.append("\(line): \(request.outcomes)") }
                }
                _ = await device.faults.add(Fault(.drop, on: .init(direction: .inbound, type: "SET_VOLUME")))
                session.setDeviceVolume(0.4).delegate = request
                await stage.pass(.milliseconds(100))
                if isSuspension { stage.context.applicationDidEnterBackground() } else { stage.sessions.endSession() }
                #expect(await stage.wait { stage.sessions.currentSession == nil && !request.outcomes.isEmpty })
                if isSuspension {
                    #expect(order == ["didSuspend cast 1: [\"failed 91\"]"])
                } else {
                    #expect(order == ["willEnd cast: []", "didEnd cast nil: [\"failed 92\"]"])
                }
                log.stop()
                await device.faults.removeAll()
                stage.context.applicationWillEnterForeground()
                #expect(await stage.wait { !isSuspension || stage.sessions.hasConnectedSession() })
            }
        }
    }

    @Test("R8 R9 E2 Requests created by the app have one outcome, which the app sets")
    func own() {
        let outcomes: [(GCKRequest) -> Void] = [
            { $0.complete() }, { $0.failWithError(GCKError(code: .timeout)) }, { $0.abort(with: .replaced) },
        ]
        var recorded: [[String]] = []
        var errors: [GCKError?] = []
        for outcome in outcomes {
            let (request, log) = (GCKRequest.application(), RequestLog())
            request.delegate = log
            #expect(request.external && request.inProgress && request.requestID > 0)
            outcome(request)
            outcome(request)
            request.cancel()
            recorded.append(log.outcomes)
            errors.append(request.error)
        }
        #expect(recorded == [["complete"], ["failed 2"], ["aborted replaced"]])
        #expect(errors.map { $0?.domain } == [nil, "com.google.GCKError", nil])
        #expect(GCKRequest.application().requestID != GCKRequest.application().requestID)
    }

    @Test("R8 An app that completes a request of the framework ends the program")
    func notOwn() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run { GCKRequest.failing(.unknown).complete() }
        }
    }

    @Test("S42 R2 Invalid numbers, sessions without volume control and ended sessions fail the request")
    func refused() async throws {
        try await CastStage.perform { stage in
            let (_, listed) = try await stage.found()
            let plain = GCKSession(device: listed, traits: nil, sessionID: nil)
            let over = try await stage.started(on: listed)
            let nan = over.setDeviceVolume(.nan)
            let lone = over.requestMultizoneStatus()
            let logs = (0..<5).map { _ in RequestLog() }
            nan.delegate = logs[0]
            lone.delegate = logs[1]
            #expect(await stage.wait { logs[0].outcomes.count + logs[1].outcomes.count == 2 })
            stage.sessions.endSession()
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            plain.setDeviceVolume(1).delegate = logs[2]
            plain.setDeviceMuted(true).delegate = logs[3]
            over.setDeviceVolume(-3).delegate = logs[4]
            #expect(await stage.wait { logs.allSatisfy { !$0.outcomes.isEmpty } })
            #expect(
                logs.map(\.outcomes) == [["failed 4"], ["failed 93"], ["failed 93"], ["failed 93"], ["failed 14"]]
            )
        }
    }
}
