import Foundation

@testable import GoogleCast

/// Keeps the outcome of requests in words.
@MainActor
final class Outcomes: NSObject, GCKRequestDelegate {
    var words: [String] = []
    var errors: [GCKError] = []
    var onOutcome: (() -> Void)?

    func requestDidComplete(_ request: GCKRequest) { hear("completed") }

    func request(_ request: GCKRequest, didFailWithError error: GCKError) {
        errors.append(error)
        hear("failed \(error.code)")
    }

    func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason) {
        hear("aborted \(abortReason)")
    }

    private func hear(_ word: String) {
        words.append(word)
        onOutcome?()
    }
}
