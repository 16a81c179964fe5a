import CastSender
import Foundation
import Testing

@testable import GoogleCast

/// Calls as an app in Swift 5 mode can make them, where the compiler does not check them.
@Suite("Calls off the main thread")
struct OffMainTests {
    /// What the process said when it ended.
    private func said(_ result: ExitTest.Result?) throws -> String {
        String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    }

    @Test("U20 classes that live end the program, with the exception's name and the method's")
    func live() async throws {
        var texts: [String] = []
        texts.append(
            try said(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await offMain { _ = GCKRequest.application() }
                }
            )
        )
        texts.append(
            try said(
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    await offMain { _ = GCKCastContext.isSharedInstanceInitialized() }
                }
            )
        )
        texts.append(
            try said(
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

    @Test("U20 each of the other classes that live names itself and the method")
    func liveToo() async throws {
        let manager = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let sessions = await context().sessionManager
            await offMain { _ = sessions.currentSession }
        }
        #expect(try said(manager).contains("GCKThreadException: GCKSessionManager.currentSession"))
        let discovery = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let discovery = await context().discoveryManager
            await offMain { discovery.startDiscovery() }
        }
        #expect(try said(discovery).contains("GCKThreadException: GCKDiscoveryManager.startDiscovery()"))
        let session = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await offMain {
                _ = GCKSession(
                    device: GCKDevice(CastDevice(id: "tv", friendlyName: "Den", endpoints: [])),
                    traits: nil,
                    sessionID: nil
                )
            }
        }
        #expect(try said(session).contains("GCKThreadException: GCKSession.init("))
        let queue = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let queue = await MainActor.run { GCKRemoteMediaClient().mediaQueue }
            await offMain { _ = queue.itemCount }
        }
        #expect(try said(queue).contains("GCKThreadException: GCKMediaQueue.itemCount"))
        let number = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let channel = await MainActor.run { GCKGenericChannel(namespace: "urn:x-cast:a") }
            await offMain { _ = channel.generateRequestNumber() }
        }
        #expect(try said(number).contains("GCKThreadException: GCKCastChannel.generateRequestNumber()"))
    }

    @Test("U20 the classes of the 2.x kind, too")
    @available(*, deprecated, message: "tests what is deprecated")
    func legacy() async throws {
        let scanner = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await offMain { GCKDeviceScanner().startScan() }
        }
        #expect(try said(scanner).contains("GCKThreadException: GCKDeviceScanner."))
        let manager = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await offMain {
                _ = GCKDeviceManager(
                    device: GCKDevice(CastDevice(id: "tv", friendlyName: "Den", endpoints: [])),
                    clientPackageName: "org.example"
                )
            }
        }
        #expect(try said(manager).contains("GCKThreadException: GCKDeviceManager.init("))
    }

    @Test("U20 what never changes goes to other tasks, as the compiler checks")
    func constants() async {
        let (image, color, traits, vast) = (Sample.image, GCKColor.red(), Sample.traits, Sample.vast)
        let (adBreak, status, info, range) = (Sample.adBreak, Sample.breakStatus, Sample.videoInfo, Sample.range)
        let isSame = await Task.detached {
            [image, color, traits, vast, adBreak, status, info, range].allSatisfy { $0.isEqual($0) }
        }.value
        #expect(isSame)
    }

    @Test("U20 value classes may be used on any thread")
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

/// A context that does nothing by itself.
@MainActor
private func context() -> GCKCastContext {
    let options = GCKCastOptions(discoveryCriteria: GCKDiscoveryCriteria(applicationID: "CC1AD845"))
    options.disableDiscoveryAutostart = true
    GCKCastContext.setSharedInstanceWith(options)
    return GCKCastContext.sharedInstance()
}

/// Runs a closure of the main actor's on another thread.
private func offMain(_ body: @escaping @MainActor () -> Void) async {
    let body = unsafeBitCast(body, to: (@Sendable () -> Void).self)
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        Thread {
            body()
            done.resume()
        }.start()
    }
}
