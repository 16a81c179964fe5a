// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import Testing

@testable import MulticastDNS

/// Tests of registrations while another host claims every name.
@Suite("Registration limits")
struct RegistrationLimitTests {
    private let loop = EmbeddedEventLoop()

    /// Simulates another host that claims the name that is being probed for.
    private func claim(_ engine: Engine) {
        guard let tried = engine.registrations[1]?.service.instance else { return }
        engine.links[1]?.link.responder.lastClaim = DNSRecord(
            name: tried,
            timeToLive: 120,
            data: .srv(DNSServiceLocation(port: 4444, target: name("thief.local")))
        )
        engine.handle(.instanceConflict(1), on: 1)
    }

    private func register(_ engine: Engine) throws -> (future: EventLoopFuture<Void>, failure: () -> MDNSError?) {
        let future = engine.register(try offered("Living Room"), name: "Living Room", host: "host") { _, _ in }
        let failure = NIOLoopBoundBox<MDNSError?>(nil, eventLoop: loop)
        future.whenFailure { failure.value = $0 as? MDNSError }
        return (future, { failure.value })
    }

    @Test("A registration fails after 16 claimed names, with the host that claimed the last one")
    func failsAfterConflicts() throws {
        let engine = testEngine(on: loop)
        defer { engine.shutDown() }
        let (_, failure) = try register(engine)
        for _ in 0..<15 { claim(engine) }
        #expect(failure() == nil)
        #expect(engine.registrations[1]?.service.instance == instanceName("Living Room-16"))
        claim(engine)
        let error = try #require(failure())
        #expect(error.code == .nameConflict)
        #expect(error.reason.contains("Living Room cannot be announced"))
        #expect(error.reason.contains("16 names in a row"))
        #expect(error.reason.contains("Living Room-16"))
        #expect(error.reason.contains("thief.local, port 4444"))
        #expect(engine.registrations.isEmpty)
        #expect(engine.links[1]?.link.responder.entries.isEmpty == true)
    }

    @Test("A registration whose probes are contested for 30 s fails")
    func failsAfterTime() throws {
        let engine = testEngine(on: loop)
        defer { engine.shutDown() }
        let (_, failure) = try register(engine)
        claim(engine)
        loop.advanceTime(by: .seconds(29))
        #expect(failure() == nil)
        loop.advanceTime(by: .seconds(1))
        let error = try #require(failure())
        #expect(error.code == .nameConflict)
        #expect(error.reason.contains("within 30 s"))
        #expect(error.reason.contains("claimed 1 of the names that were tried"))
        #expect(engine.registrations.isEmpty)
    }

    @Test("An announced service is renamed whenever another host claims its name")
    func keepsAnnouncedService() throws {
        let engine = testEngine(on: loop)
        defer { engine.shutDown() }
        let (future, failure) = try register(engine)
        engine.handle(.established(1), on: 1)
        try future.wait()
        for _ in 0..<40 { claim(engine) }
        loop.advanceTime(by: .seconds(60))
        #expect(failure() == nil)
        #expect(engine.registrations[1]?.service.instance == instanceName("Living Room-41"))
    }
    @Test("Unregistering before the name is established cancels the registration, and a closed endpoint is released")
    func cancelsTimeLimit() throws {
        var engine: Engine? = testEngine(on: loop)
        weak let closed = engine
        let (_, failure) = try register(try #require(engine))
        engine?.unregister(1)
        #expect(try #require(failure()).code == .cancelled)
        engine?.shutDown()
        engine = nil
        #expect(closed == nil, "a time limit of 30 s must not retain it")
    }
}
