// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes the input during which the program trapped, or that took longer than ten seconds, to a file.
///
/// A signal handler may only call functions of the system, so everything that it needs is prepared in memory that never
/// moves. Only the thread that runs inputs writes to it.
enum FailureRecorder {
    private static let capacity = 1 << 20
    nonisolated(unsafe) private static let input = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
    nonisolated(unsafe) private static var length = 0
    nonisolated(unsafe) private static var count = 0
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?
    private static let timeLimit: UInt32 = 10

    static func start(folder: String, target: String) {
        path = strdup("\(folder)/crash-\(target)-\(getpid())")
        _ = input
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGALRM] {
            signal(number) { number in
                FailureRecorder.write()
                // The instruction that trapped is executed again and ends the program.
                signal(number, SIG_DFL)
                if number == SIGALRM || number == SIGABRT { raise(number) }
            }
        }
    }

    /// Stores the input that is run next.
    static func note(_ bytes: UnsafeRawBufferPointer) {
        length = min(bytes.count, capacity)
        if let base = bytes.baseAddress { input.copyMemory(from: base, byteCount: length) }
        if count % 64 == 0 { alarm(timeLimit) }
        count += 1
    }

    private static func write() {
        guard let path else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard file >= 0 else { return }
        var position = 0
        while position < length {
            let written = Foundation.write(file, input + position, length - position)
            if written <= 0 { break }
            position += written
        }
        close(file)
    }
}
