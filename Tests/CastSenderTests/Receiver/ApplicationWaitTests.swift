// SPDX-License-Identifier: Apache-2.0

import CastWire
import Testing

@testable import CastSender

@Suite("Waiting for an application")
struct ApplicationWaitTests {
    private func status(_ applications: ApplicationStatus...) -> ReceiverStatus {
        ReceiverStatus(applications: applications)
    }

    private func app(
        _ id: String = "CC1AD845",
        session: String = "s-1",
        transport: String? = "t-1",
        namespaces: [CastNamespace] = [.media]
    ) -> ApplicationStatus {
        ApplicationStatus(
            appID: id,
            displayName: "Player",
            namespaces: namespaces,
            sessionID: session,
            transportID: transport
        )
    }

    private func launch(ignoring status: ReceiverStatus = ReceiverStatus(fields: [:])) -> ApplicationWait {
        ApplicationWait(.running(appID: "CC1AD845", sessionID: nil, namespaces: [.media]), ignoring: status)
    }

    @Test("A launch is ready when the media namespace is listed, not before")
    func incompleteNamespaces() {
        var wait = launch()
        #expect(wait.statusReceived(status(), isReply: false) == .wait)
        #expect(wait.statusReceived(status(app(namespaces: [])), isReply: true) == .starting("Player"))
        #expect(wait.statusReceived(status(app(namespaces: [.broadcast])), isReply: false) == .wait)
        #expect(wait.statusReceived(status(app()), isReply: false) == .ready(app()))
    }

    @Test("Namespaces as plain strings, as in firmware of 2014, are accepted")
    func stringNamespaces() throws {
        var wait = launch()
        let object = try JSONValue(
            parsing: """
                {"applications":[{"appId":"CC1AD845","sessionId":"a","transportId":"web-1",
                "namespaces":["urn:x-cast:com.google.cast.media"]}]}
                """
        )
        let status = try #require(ReceiverStatus(json: object))
        guard case .ready(let app) = wait.statusReceived(status, isReply: true) else {
            Issue.record("the application is not ready")
            return
        }
        #expect(app.transportID == "web-1")
    }

    @Test("The instance that ran before a relaunch is ignored until the launch is answered")
    func relaunch() {
        var wait = launch(ignoring: status(app(session: "old")))
        #expect(wait.statusReceived(status(app(session: "old")), isReply: false) == .wait)
        #expect(wait.statusReceived(status(app(session: "new")), isReply: false) == .ready(app(session: "new")))
    }

    @Test("A launch of a running application, answered with an unchanged status, joins it")
    func joinedByAnswer() {
        var wait = launch(ignoring: status(app(session: "old")))
        #expect(wait.statusReceived(status(app(session: "old")), isReply: true) == .ready(app(session: "old")))
    }

    @Test("Another application does not complete a launch, but one with the same universal app id does")
    func family() {
        var wait = launch()
        #expect(wait.statusReceived(status(app("233637DE")), isReply: true) == .wait)
        var relative = app("ABCD0001")
        relative.universalAppID = "CC1AD845"
        #expect(wait.statusReceived(status(relative), isReply: false) == .ready(relative))
    }

    @Test("A launch fails when the application appears and disappears")
    func vanished() {
        var wait = launch()
        #expect(wait.statusReceived(status(app(namespaces: [])), isReply: true) == .starting("Player"))
        #expect(wait.statusReceived(status(), isReply: false) == .vanished)
    }

    @Test("An application without a transport id is still starting")
    func noTransport() {
        var wait = launch()
        #expect(wait.statusReceived(status(app(transport: nil)), isReply: true) == .starting("Player"))
        #expect(wait.statusReceived(status(app()), isReply: false) == .ready(app()))
    }

    @Test("A stop completes with the first status that does not list the session")
    func gone() {
        var wait = ApplicationWait(.gone(sessionID: "s-1"), ignoring: status(app()))
        #expect(wait.statusReceived(status(app()), isReply: true) == .wait)
        #expect(wait.statusReceived(status(app("E8C28D3C", session: "idle")), isReply: false) == .gone)
    }

    @Test("A stop without a session id completes with its reply")
    func anythingGone() {
        var wait = ApplicationWait(.gone(sessionID: nil), ignoring: status(app()))
        #expect(wait.statusReceived(status(app()), isReply: false) == .wait)
        #expect(wait.statusReceived(status(app()), isReply: true) == .gone)
    }
}
