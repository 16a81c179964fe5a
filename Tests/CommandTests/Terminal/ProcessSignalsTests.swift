// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import CastCommand

@Suite("Signals of the tool", .timeLimit(.minutes(1)))
struct ProcessSignalsTests {
    /// The default action of this signal is to do nothing, so a lost one does not end the tests.
    @Test("a signal directly after the handlers were installed is not lost")
    func immediately() async {
        let signals = ProcessSignals()
        defer { signals.close() }
        kill(getpid(), SIGWINCH)
        #expect(await signals.events.first { _ in true } == .resized)
    }
}
