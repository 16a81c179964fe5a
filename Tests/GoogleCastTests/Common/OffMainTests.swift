// SPDX-License-Identifier: Apache-2.0

import CastSender
import Foundation
import Testing

@testable import GoogleCast

/// Calls off the main thread as apps in Swift 5 mode can make them, where the compiler does not reject them.
@Suite("Calls off the main thread")
struct OffMainTests {
    /// The standard error output of a process that ended.
    private func errorOutput(_ result: ExitTest.Result?) throws -> String {
        String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    }

    @Test("U20 a call of a main-thread class ends the program with the names of the exception and the method")
    func firstCall() async throws {
        var texts: [String] = []
        texts.append(
            try errorOutput(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await offMain { _ = GCKRequest.application() }
                }
            )
        )
        texts.append(
            try errorOutput(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await offMain { _ = GCKCastContext.isSharedInstanceInitialized() }
                }
            )
        )
        texts.append(
            try errorOutput(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await offMain { _ = GCKGenericChannel(namespace: "urn:x-cast:a").isConnected }
                }
            )
        )
        let methods = ["GCKRequest.application()", "GCKCastContext.isSharedInstanceInitialized()", "GCK"]
        for (text, method) in zip(texts, methods) {
            #expect(text.contains("GCKThreadException: \(method)"))
        }
    }

    @Test("U20 each other main-thread class reports its name and the method")
    func otherClasses() async throws {
        let manager = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let sessions = await context().sessionManager
            await offMain { _ = sessions.currentSession }
        }
        #expect(try errorOutput(manager).contains("GCKThreadException: GCKSessionManager.currentSession"))
        let discovery = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let discovery = await context().discoveryManager
            await offMain { discovery.startDiscovery() }
        }
        #expect(try errorOutput(discovery).contains("GCKThreadException: GCKDiscoveryManager.startDiscovery()"))
        let session = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await offMain {
                _ = GCKSession(
                    device: GCKDevice(CastDevice(id: "tv", friendlyName: "Den", endpoints: [])),
                    traits: nil,
                    sessionID: nil
                )
            }
        }
        #expect(try errorOutput(session).contains("GCKThreadException: GCKSession.init("))
        let queue = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let queue = await MainActor.run { GCKRemoteMediaClient().mediaQueue }
            await offMain { _ = queue.itemCount }
        }
        #expect(try errorOutput(queue).contains("GCKThreadException: GCKMediaQueue.itemCount"))
        let number = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let channel = await MainActor.run { GCKGenericChannel(namespace: "urn:x-cast:a") }
            await offMain { _ = channel.generateRequestNumber() }
        }
        #expect(try errorOutput(number).contains("GCKThreadException: GCKCastChannel.generateRequestNumber()"))
    }

    @Test("U20 the 2.x classes report their names and the method, too")
    @available(*, deprecated, message: "tests deprecated API")
    func legacy() async throws {
        let scanner = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await offMain { GCKDeviceScanner().startScan() }
        }
        #expect(try errorOutput(scanner).contains("GCKThreadException: GCKDeviceScanner."))
        let manager = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await offMain {
                _ = GCKDeviceManager(
                    device: GCKDevice(CastDevice(id: "tv", friendlyName: "Den", endpoints: [])),
                    clientPackageName: "org.example"
                )
            }
        }
        #expect(try errorOutput(manager).contains("GCKThreadException: GCKDeviceManager.init("))
    }

    @Test("U20 immutable classes are Sendable")
    func constants() async {
        let (image, color, traits, vast) = (Sample.image, GCKColor.red(), Sample.traits, Sample.vast)
        let (adBreak, status, info, range) = (Sample.adBreak, Sample.breakStatus, Sample.videoInfo, Sample.range)
        let isSame = await Task.detached {
            [image, color, traits, vast, adBreak, status, info, range].allSatisfy { $0.isEqual($0) }
        }.value
        #expect(isSame)
    }

    @Test("U20 value classes can be used on any thread")
    func values() async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            Thread {
                let objects: [NSObject] = Sample.archivable + Sample.others
                #expect(!Thread.isMainThread && objects.allSatisfy { $0.isEqual($0) })
                #expect(GCKJSONUtils.writeJSON([1]) == "[1]")
                done.resume()
            }.start()
        }
    }
}

/// Creates a context that does not start discovery.
@MainActor
private func context() -> GCKCastContext {
    let options = GCKCastOptions(discoveryCriteria: GCKDiscoveryCriteria(applicationID: "CC1AD845"))
    options.disableDiscoveryAutostart = true
    GCKCastContext.setSharedInstanceWith(options)
    return GCKCastContext.sharedInstance()
}

/// Runs a main-actor closure on another thread.
private func offMain(_ body: @escaping @MainActor () -> Void) async {
    let body = unsafeBitCast(body, to: (@Sendable () -> Void).self)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        Thread {
            body()
            done.resume()
        }.start()
    }
}
