// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GoogleCast

@Suite("Threads")
struct ThreadTests {
    @Test("T44 a call off the main thread ends the program and names the method")
    func offMain() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                let thread = Thread {
                    requireMainThread("play()", of: NSObject.self)
                    done.resume()
                }
                thread.start()
            }
        }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("GCKThreadException") && output.contains("NSObject.play()"))
    }

    @Test("The main actor is recognized when Dispatch runs it on another thread")
    @MainActor
    func onMain() async {
        requireMainThread(of: ThreadTests.self)
        await Task.yield()
        requireMainThread(of: ThreadTests.self)
        let elsewhere = await Task.detached { MainThread.isCurrent }.value
        #expect(!elsewhere)
    }
}
