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
