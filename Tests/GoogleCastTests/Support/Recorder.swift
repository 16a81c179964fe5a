// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

/// A channel that records its calls.
class Recorder: GCKCastChannel {
    var calls: [String] = []
    var onCall: ((String) -> Void)?

    var messages: [String] { calls.filter { $0.hasPrefix(">") }.map { String($0.dropFirst()) } }

    private func record(_ call: String) {
        calls.append(call)
        onCall?(call)
    }

    override func didReceiveTextMessage(_ message: String) { record(">\(message)") }

    override func didConnect() { record("connect") }

    override func didDisconnect() { record("disconnect") }

    override func didChangeWritableState(_ isWritable: Bool) { record("writable \(isWritable)") }
}
