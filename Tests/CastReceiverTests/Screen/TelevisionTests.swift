// SPDX-License-Identifier: Apache-2.0

import CastTesting
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import CastReceiver

@Suite("End of the television", .timeLimit(.minutes(1)))
struct TelevisionTests {
    private func television(_ time: ManualTime) -> Television {
        Television(eventLoop: time.eventLoop, deviceName: "TV", inspector: ScriptedInspector())
    }

    @Test("closing waits until each page has received that there is no app any more")
    func waitsForPages() async throws {
        let time = ManualTime()
        let television = television(time)
        let page = try #require(try await television.connect(isLocal: true))
        let hasLeft = NIOLockedValueBox(false)
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await television.close()
                return hasLeft.withLockedValue { $0 }
            }
            var last: Television.PageMessage?
            for await message in page.messages { last = message }
            #expect(last?.state.scene == .notice(.idle))
            #expect(last?.state.appPage == nil)
            hasLeft.withLockedValue { $0 = true }
            television.disconnect(page.id)
            let closedLast = await group.next()
            #expect(closedLast == true)
        }
    }

    @Test("closing waits no longer than a second for a page that cannot be reached")
    func unreachable() async throws {
        let time = ManualTime()
        let television = television(time)
        let page = try #require(try await television.connect(isLocal: true))
        let hasClosed = NIOLockedValueBox(false)
        await withDiscardingTaskGroup { group in
            group.addTask {
                await television.close()
                hasClosed.withLockedValue { $0 = true }
            }
            for await _ in page.messages {}
            await time.advance(by: .milliseconds(900))
            #expect(!hasClosed.withLockedValue { $0 })
            #expect(await time.advance(within: .seconds(1)) { hasClosed.withLockedValue { $0 } })
        }
    }
}
