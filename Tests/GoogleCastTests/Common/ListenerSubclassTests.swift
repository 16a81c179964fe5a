// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GoogleCast

/// A listener whose base class conforms to the protocol. With the Objective-C runtime, each method of a subclass is found
/// when it is called. Elsewhere, the methods of a conformance are chosen where it is declared, so that the base class must
/// declare what subclasses override.
@Suite("Listeners with a base class") @MainActor struct ListenerSubclassTests {
    private class Base: NSObject, GCKRequestDelegate {
        var calls: [String] = []

        func requestDidComplete(_ request: GCKRequest) { calls.append("base") }
    }

    private final class Derived: Base {
        override func requestDidComplete(_ request: GCKRequest) { calls.append("derived") }

        func request(_ request: GCKRequest, didFailWithError error: GCKError) { calls.append("failed") }
    }

    @Test func `a method that the base class declares is called on the subclass`() {
        let delegate = Derived()
        let request = GCKRequest.application()
        request.delegate = delegate
        request.complete()
        #expect(delegate.calls == ["derived"])
    }

    @Test func `a method that only the subclass declares is called where the runtime can find it`() {
        let delegate = Derived()
        let request = GCKRequest.application()
        request.delegate = delegate
        request.failWithError(GCKError(code: .timeout))
        #if canImport(ObjectiveC)
        #expect(delegate.calls == ["failed"])
        #else
        #expect(delegate.calls.isEmpty)
        #endif
    }
}
