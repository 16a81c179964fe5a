// SPDX-License-Identifier: Apache-2.0

import CastTesting
import CastWire
import NIOConcurrencyHelpers
import Testing

@testable import CastSender

@Suite("Launching, joining, leaving and stopping")
struct LaunchTests {
    @Test("A launch waits for the media namespace, connects, and requests the media status")
    func launch() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let launching = connection.launch("CC1AD845", options: LaunchOptions(language: "de"))
        let request = try await peer.expect("LAUNCH", in: .receiver, to: "receiver-0")
        #expect(request.object["appId"] == "CC1AD845")
        #expect(request.object["language"] == "de")
        #expect(request.object["supportedAppTypes"] == ["WEB"])
        try await peer.send(
            ["type": "LAUNCH_STATUS", "launchRequestId": request.object["requestId"] ?? nil, "status": "USER_ALLOWED"],
            in: .receiver,
            to: "sender-0"
        )
        try await peer.send(ModelDevice.status(namespaces: [], requestID: request.requestID), in: .receiver)
        try await peer.send(ModelDevice.status(namespaces: [.media]), in: .receiver)
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        let media = try await peer.expect("GET_STATUS", in: .media, to: "web-1")
        try await peer.reply(to: media, ["type": "MEDIA_STATUS", "status": []])
        let session = try await launching
        #expect(session.appID == "CC1AD845")
        #expect(session.sessionID == "session-1")
        #expect(session.displayName == "Default Media Receiver")
        #expect(session.state == .running)
        try peer.verify()
        await connection.close()
        #expect(session.state == .ended(.connectionLost(.closedLocally)))
    }

    @Test("A launch of an application without the media namespace returns with its first status")
    func withoutMedia() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let launching = connection.launch("AAAA1111")
        let request = try await peer.expect("LAUNCH", in: .receiver)
        let echo = ModelDevice.status(
            appID: "AAAA1111",
            namespaces: ["urn:x-cast:org.example.echo"],
            requestID: request.requestID
        )
        try await peer.send(echo, in: .receiver)
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        #expect(try await launching.appID == "AAAA1111")
        await connection.close()
    }

    @Test("Loading media after a launch waits until the application lists the media namespace")
    func lateMedia() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let launching = connection.launch("AAAA1111")
        let request = try await peer.expect("LAUNCH", in: .receiver)
        let early = ModelDevice.status(appID: "AAAA1111", namespaces: [], requestID: request.requestID)
        try await peer.send(early, in: .receiver)
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        let session = try await launching
        async let loading = session.media.load(MediaInformation(contentID: "film", contentType: "video/mp4"))
        await model.time.advance(by: .seconds(2))
        try peer.verify()
        try await peer.send(ModelDevice.status(appID: "AAAA1111", namespaces: [.media]), in: .receiver)
        let load = try await peer.expect("LOAD", in: .media, to: "web-1")
        try await peer.reply(
            to: load,
            ["type": "MEDIA_STATUS", "status": [["mediaSessionId": 1, "playerState": "PLAYING"]]]
        )
        #expect(try await loading.mediaSessionID == 1)
        await connection.close()
    }

    @Test("A launch without required namespaces gives a loading page time to list its namespaces")
    func slowPage() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        let options = LaunchOptions(requiredNamespaces: [], namespaceWait: .seconds(3))
        async let launching = connection.launch("AAAA1111", options: options)
        let request = try await peer.expect("LAUNCH", in: .receiver)
        let loading = ModelDevice.status(
            appID: "AAAA1111",
            namespaces: [.commandAndControl],
            requestID: request.requestID
        )
        try await peer.send(loading, in: .receiver)
        await model.time.advance(by: .seconds(2))
        try await peer.send(
            ModelDevice.status(appID: "AAAA1111", namespaces: [.commandAndControl, .media]),
            in: .receiver
        )
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        let media = try await peer.expect("GET_STATUS", in: .media, to: "web-1")
        try await peer.reply(to: media, ["type": "MEDIA_STATUS", "status": []])
        #expect(try await launching.application.namespaces.contains(.media))
        await connection.close()
    }

    @Test("A page that lists no namespaces is still launched after the wait")
    func silentPage() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        let options = LaunchOptions(requiredNamespaces: [], namespaceWait: .seconds(3))
        async let launching = connection.launch("AAAA1111", options: options)
        let request = try await peer.expect("LAUNCH", in: .receiver)
        let silent = ModelDevice.status(appID: "AAAA1111", namespaces: [], requestID: request.requestID)
        try await peer.send(silent, in: .receiver)
        await model.time.advance(by: .seconds(4))
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        #expect(try await launching.sessionID == "session-1")
        await connection.close()
    }

    @Test("A page that disappears before listing its namespaces fails the launch")
    func vanishingPage() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        let options = LaunchOptions(requiredNamespaces: [], namespaceWait: .seconds(3))
        async let launching = failure(of: { _ = try await connection.launch("AAAA1111", options: options) })
        let request = try await peer.expect("LAUNCH", in: .receiver)
        let silent = ModelDevice.status(appID: "AAAA1111", namespaces: [], requestID: request.requestID)
        try await peer.send(silent, in: .receiver)
        await model.time.settle()
        try await peer.send(ModelDevice.idle, in: .receiver)
        #expect(try await launching.code == .launchFailed)
        await connection.close()
    }

    @Test("Waiting for the namespaces of a page that has already disappeared fails at once")
    func vanishedPage() async throws {
        let model = try await ModelDevice()
        let (connection, _) = try await model.connect()
        let gone = ApplicationStatus(appID: "AAAA1111", namespaces: [], sessionID: "session-1", transportID: "web-1")
        // Time does not advance in this test, so a wait for the limit would never return.
        let error = try await failure(of: { _ = try await connection.awaitNamespaces(gone, within: .seconds(3)) })
        #expect(error.code == .launchFailed)
        await connection.close()
    }

    @Test("Credentials and Android receiver compatibility are sent in the keys that devices read")
    func launchParameters() async throws {
        let options = LaunchOptions(
            isAndroidReceiverCompatible: true,
            credentials: LaunchOptions.Credentials("secret", type: "cloud")
        )
        let request = options.request(for: "AAAA1111")
        #expect(request.supportedAppTypes == ["ANDROID_TV", "WEB"])
        let data = request.appParams?["launchCheckerParams"]?["credentialsData"]
        #expect(data == ["credentials": "secret", "credentialsType": "cloud"])
    }

    @Test("A running application is joined, not launched")
    func joins() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        #expect(session.sessionID == "session-1")
        let again = try await connection.launch("CC1AD845")
        #expect(again === session)
        try peer.verify()
        await connection.close()
    }

    @Test("Relaunching first stops the running application and returns the new session")
    func relaunch() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect(status: ModelDevice.running)
        async let launching = connection.launch("CC1AD845", options: LaunchOptions(relaunchIfRunning: true))
        let stop = try await peer.expect("STOP", in: .receiver)
        #expect(stop.object["sessionId"] == "session-1")
        try await peer.reply(to: stop, ModelDevice.idle)
        let launch = try await peer.expect("LAUNCH", in: .receiver)
        try await peer.reply(to: launch, ModelDevice.status(session: "session-2", transport: "web-2"))
        try await peer.expect("CONNECT", in: .connection, to: "web-2")
        let media = try await peer.expect("GET_STATUS", in: .media, to: "web-2")
        try await peer.reply(to: media, ["type": "MEDIA_STATUS", "status": []])
        #expect(try await launching.sessionID == "session-2")
        await connection.close()
    }

    @Test("A user who must allow the launch has five minutes, and the progress is reported")
    func pendingAuthorization() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        let seen = NIOLockedValueBox<[LaunchProgress]>([])
        async let launching = connection.launch("CC1AD845") { progress in seen.withLockedValue { $0.append(progress) } }
        let request = try await peer.expect("LAUNCH", in: .receiver)
        let id = request.object["requestId"] ?? nil
        try await peer.send(
            ["type": "LAUNCH_STATUS", "launchRequestId": id, "status": "USER_PENDING_AUTHORIZATION"],
            in: .receiver,
            to: "sender-0"
        )
        await model.time.advance(by: .seconds(240), resolution: .seconds(1))
        try await peer.send(
            ["type": "LAUNCH_STATUS", "launchRequestId": id, "status": "USER_ALLOWED"],
            in: .receiver,
            to: "sender-0"
        )
        try await peer.send(ModelDevice.status(requestID: request.requestID), in: .receiver)
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        let media = try await peer.expect("GET_STATUS", in: .media)
        try await peer.reply(to: media, ["type": "MEDIA_STATUS", "status": []])
        _ = try await launching
        #expect(seen.withLockedValue { $0 } == [.awaitingAuthorization, .authorized])
        await connection.close()
    }

    @Test("An unanswered launch fails after a minute, one that waits for the user after five")
    func launchTimeouts() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let launching = failure(of: { try await connection.launch("CC1AD845") })
        let request = try await peer.expect("LAUNCH", in: .receiver)
        await model.time.advance(by: .seconds(59), resolution: .seconds(1))
        #expect(await connection.machine.requests.count == 1)
        try await peer.send(
            [
                "type": "LAUNCH_STATUS", "launchRequestId": request.object["requestId"] ?? nil,
                "status": "USER_PENDING_AUTHORIZATION",
            ],
            in: .receiver,
            to: "sender-0"
        )
        await model.time.advance(by: .seconds(299), resolution: .seconds(1))
        #expect(await connection.machine.requests.count == 1)
        await model.time.advance(by: .seconds(2), resolution: .seconds(1))
        #expect(try await launching.code == .requestTimedOut)
        await connection.close()
    }

    @Test(
        "A rejected launch is a typed error with the device's reason",
        arguments: [
            (["type": "LAUNCH_ERROR", "reason": "NOT_FOUND"], .launchFailed),
            (["type": "LAUNCH_ERROR", "reason": "CANCELLED"], .launchFailed),
            (["type": "LAUNCH_ERROR", "reason": "NOT_ALLOWED", "extendedError": "USER_NOT_ALLOWED"], .launchDenied),
            (["type": "LAUNCH_ERROR", "reason": "SOMETHING_NEW"], .launchFailed),
            (["type": "LAUNCH_ERROR"], .launchFailed),
            (["type": "INVALID_REQUEST", "reason": "BAD_PARAMETER"], .invalidRequest),
        ] as [(JSONObject, CastError.Code)]
    )
    func refused(answer: JSONObject, code: CastError.Code) async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let launching = failure(of: { try await connection.launch("DEADBEEF") })
        try await peer.reply(to: try await peer.expect("LAUNCH", in: .receiver), answer)
        let error = try await launching
        #expect(error.code == code)
        #expect(error.payload?.reason == answer["reason"]?.stringValue)
        #expect(connection.state == .connected)
        await connection.close()
    }

    @Test("A launch that the user denies fails")
    func denied() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let launching = failure(of: { try await connection.launch("CC1AD845") })
        let request = try await peer.expect("LAUNCH", in: .receiver)
        try await peer.send(
            [
                "type": "LAUNCH_STATUS", "launchRequestId": request.object["requestId"] ?? nil,
                "status": "USER_NOT_ALLOWED",
            ],
            in: .receiver,
            to: "sender-0"
        )
        #expect(try await launching.code == .launchDenied)
        await connection.close()
    }

    @Test("CAST_INIT_TIMEOUT a minute after the launch ends the session")
    func initTimeout() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let launching = connection.launch(
            "CC1AD845",
            options: LaunchOptions(requiredNamespaces: [])
        )
        let request = try await peer.expect("LAUNCH", in: .receiver)
        try await peer.reply(to: request, ModelDevice.status(namespaces: []))
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        let session = try await launching
        await model.time.advance(by: .seconds(60), resolution: .seconds(1))
        try await peer.reply(to: request, ["type": "LAUNCH_ERROR", "reason": "CAST_INIT_TIMEOUT"])
        var states = session.states.makeAsyncIterator()
        while let state = await states.next(), state == .running {}
        guard case .ended(.launchFailed(let error)) = session.state else {
            Issue.record("\(session.state)")
            return
        }
        #expect(error.payload?.reason == "CAST_INIT_TIMEOUT")
        #expect(connection.state == .connected)
        await connection.close()
    }

    @Test("An application that closes while it starts fails the launch")
    func closesWhileStarting() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let launching = failure(of: { try await connection.launch("CC1AD845") })
        let request = try await peer.expect("LAUNCH", in: .receiver)
        try await peer.reply(to: request, ModelDevice.status(namespaces: []))
        try await peer.send(ModelDevice.idle, in: .receiver)
        #expect(try await launching.code == .launchFailed)
        await connection.close()
    }

    @Test("The error for an application without a required namespace names the namespace")
    func namespaceNeverComes() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let launching = failure(of: { try await connection.launch("CC1AD845") })
        let request = try await peer.expect("LAUNCH", in: .receiver)
        try await peer.reply(to: request, ModelDevice.status(namespaces: []))
        await model.time.advance(by: .seconds(61), resolution: .seconds(1))
        let error = try await launching
        #expect(error.code == .launchFailed)
        #expect(error.reason.contains(CastNamespace.media.rawValue))
        await connection.close()
    }

    @Test("Joining an application that is not running fails and names the running one")
    func joinNothing() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let joining = failure(of: { try await connection.join(appID: "CC1AD845") })
        let status = ModelDevice.status(appID: "233637DE")
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), status)
        let error = try await joining
        #expect(error.code == .appNotRunning)
        #expect(error.reason.contains("233637DE"))
        await connection.close()
    }

    @Test("A session can be joined by its id")
    func joinBySession() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let joining = connection.join(sessionID: "session-1")
        try await peer.reply(to: try await peer.expect("GET_STATUS", in: .receiver), ModelDevice.running)
        try await peer.expect("CONNECT", in: .connection, to: "web-1")
        let media = try await peer.expect("GET_STATUS", in: .media)
        try await peer.reply(to: media, ["type": "MEDIA_STATUS", "status": []])
        #expect(try await joining.transportID == "web-1")
        await connection.close()
    }

    @Test("Leaving sends CLOSE to the application only, and the connection stays open")
    func leave() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        await session.leave()
        let close = try await peer.expect("CLOSE", in: .connection, to: "web-1")
        #expect(close.object["reasonCode"] == 5)
        #expect(session.state == .ended(.left))
        #expect(connection.state == .connected)
        #expect(try await failure(of: { try await session.media.refreshStatus() }).code == .sessionEnded)
        try peer.verify()
        await connection.close()
    }

    @Test("A stop completes when a status no longer lists the application")
    func stop() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        async let stopping: Void = session.stop()
        let stop = try await peer.expect("STOP", in: .receiver)
        #expect(stop.object["sessionId"] == "session-1")
        try await peer.send(["type": "CLOSE"], in: .connection, from: "web-1", to: "sender-0")
        // After the CLOSE the sender requests the status, to find out whether the application ended.
        try await peer.expect("GET_STATUS", in: .receiver)
        try await peer.reply(to: stop, ModelDevice.idle)
        try await stopping
        #expect(session.state == .ended(.stopped))
        #expect(try await failure(of: { try await session.stop() }).code == .sessionEnded)
        await connection.close()
    }

    @Test("A STOP for an unknown session is rejected")
    func stopUnknown() async throws {
        let model = try await ModelDevice()
        let (connection, peer) = try await model.connect()
        async let stopping = failure(of: { try await connection.stopApp(sessionID: "nobody") })
        let request = try await peer.expect("STOP", in: .receiver)
        try await peer.reply(to: request, ["type": "INVALID_REQUEST", "reason": "INVALID_SESSION_ID"])
        #expect(try await stopping.payload?.reason == "INVALID_SESSION_ID")
        await connection.close()
    }

    @Test("A session ends when another application replaces it or the device shows its idle screen")
    func vanishes() async throws {
        for (status, reason) in [
            (
                ModelDevice.status(appID: "233637DE", session: "yt", transport: "yt-1"),
                SessionEndReason.replaced(byAppID: "233637DE")
            ),
            (ModelDevice.status(appID: "E8C28D3C", session: "idle"), .appClosed), (ModelDevice.idle, .appClosed),
        ] {
            let model = try await ModelDevice()
            let (connection, session, peer) = try await model.connectAndJoin()
            async let pending = failure(of: { try await session.media.refreshStatus() })
            try await peer.expect("GET_STATUS", in: .media)
            try await peer.send(status, in: .receiver)
            #expect(try await pending.code == .sessionEnded)
            #expect(session.state == .ended(reason))
            await connection.close()
        }
    }

    @Test("A new session id of the same application ends the old session")
    func newSessionID() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        try await peer.send(ModelDevice.status(session: "session-2", transport: "web-2"), in: .receiver)
        var states = session.states.makeAsyncIterator()
        while let state = await states.next(), state == .running {}
        #expect(session.state == .ended(.relaunched))
        await connection.close()
    }

    @Test("When an application disconnects this sender, its requests fail at once, and the session is closed by it")
    func droppedByApp() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        async let loading = failure(of: {
            try await session.media.load(MediaInformation(contentID: "http://x/film.mp4"))
        })
        try await peer.expect("LOAD", in: .media)
        try await peer.send(["type": "CLOSE"], in: .connection, from: "web-1", to: "sender-0")
        #expect(try await loading.code == .sessionEnded)
        let inquiry = try await peer.expect("GET_STATUS", in: .receiver)
        try await peer.reply(to: inquiry, ModelDevice.running)
        var states = session.states.makeAsyncIterator()
        while let state = await states.next(), state == .running {}
        #expect(session.state == .ended(.closedByApp))
        #expect(connection.state == .connected)
        await connection.close()
    }

    @Test("A changed status text does not end the session")
    func updates() async throws {
        let model = try await ModelDevice()
        let (connection, session, peer) = try await model.connectAndJoin()
        var iterator = session.applications.makeAsyncIterator()
        #expect(await iterator.next()?.statusText == "Ready To Cast")
        var status = ReceiverStatusMessage(fields: ModelDevice.running)
        status.status.applications[0].statusText = "Casting: A film"
        try await peer.send(status.fields, in: .receiver)
        #expect(await iterator.next()?.statusText == "Casting: A film")
        #expect(session.state == .running)
        await connection.close()
    }
}
