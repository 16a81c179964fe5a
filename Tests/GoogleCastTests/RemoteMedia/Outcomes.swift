// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

/// Records the outcomes of requests as text.
@MainActor
final class Outcomes: NSObject, GCKRequestDelegate {
    var words: [String] = []
    var errors: [GCKError] = []
    var onOutcome: (() -> Void)?

    func requestDidComplete(_ request: GCKRequest) { record("completed") }

    func request(_ request: GCKRequest, didFailWithError error: GCKError) {
        errors.append(error)
        record("failed \(error.code)")
    }

    func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason) {
        record("aborted \(abortReason)")
    }

    private func record(_ word: String) {
        words.append(word)
        onOutcome?()
    }
}
