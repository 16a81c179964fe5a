// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MulticastDNS

@Suite("A browse that ends early")
struct ServiceBrowseTests {
    private let stream = ServiceEventStream()

    @Test("A browse that the system denies ends with the reason")
    func failure() async {
        let browse = ServiceBrowse(stream: stream) {}
        #expect(browse.failure == nil)
        stream.finish(MDNSError(.accessDenied, "denied"))
        var events = browse.makeAsyncIterator()
        #expect(await events.next() == nil)
        #expect(browse.failure?.code == .accessDenied)
        browse.close()
        #expect(browse.failure?.code == .accessDenied, "closing does not remove the reason")
    }

    @Test("A failure after the end is not reported")
    func failureAfterEnd() {
        let browse = ServiceBrowse(stream: stream) {}
        browse.close()
        stream.finish(MDNSError(.socket, "late"))
        #expect(browse.failure == nil)
    }
}
