// SPDX-License-Identifier: Apache-2.0

/// A function under test and its name.
struct FuzzTarget: Sendable {
    /// The name on the command line and of the folders with seeds and crashes.
    let name: String
    /// The length of the longest useful input, in bytes.
    let maximumLength: Int
    /// Handles one input. Traps if the code under test breaks an invariant.
    let run: @Sendable ([UInt8]) -> Void

    init(_ name: String, maximumLength: Int = 4096, run: @escaping @Sendable ([UInt8]) -> Void) {
        self.name = name
        self.maximumLength = maximumLength
        self.run = run
    }

    /// Creates a target whose code is asynchronous.
    init(_ name: String, maximumLength: Int = 4096, asynchronous: @escaping @Sendable ([UInt8]) async -> Void) {
        self.init(name, maximumLength: maximumLength) { input in
            CallingThreadExecutor.run { await asynchronous(input) }
        }
    }

    static let all: [FuzzTarget] =
        wire + discovery + authentication + media + documents + attachments + senderMachines + receiverMachines + [
            multicastDNS, bridge,
        ]
}

/// Traps with a message if a condition is false, in every build configuration.
func require(_ condition: Bool, _ message: @autoclosure () -> String, line: Int = #line) {
    if !condition { fatalError("invariant violated (line \(line)): \(message())") }
}
