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
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.contains("GCKThreadException") && said.contains("NSObject.play()"))
    }
}
