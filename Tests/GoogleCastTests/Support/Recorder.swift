import Foundation

@testable import GoogleCast

/// A channel that writes down what happens to it.
class Recorder: GCKCastChannel {
    var calls: [String] = []
    var onCall: ((String) -> Void)?

    var messages: [String] { calls.filter { $0.hasPrefix(">") }.map { String($0.dropFirst()) } }

    private func say(_ call: String) {
        calls.append(call)
        onCall?(call)
    }

    override func didReceiveTextMessage(_ message: String) { say(">\(message)") }

    override func didConnect() { say("connect") }

    override func didDisconnect() { say("disconnect") }

    override func didChangeWritableState(_ isWritable: Bool) { say("writable \(isWritable)") }
}
