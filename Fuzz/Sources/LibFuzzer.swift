// SPDX-License-Identifier: Apache-2.0

#if LIBFUZZER
import Foundation
import Synchronization

/// libFuzzer's entry point for programs with a `main` of their own (FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ argumentCount: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

enum LibFuzzer {
    /// The callback of libFuzzer has no context.
    private static let current = Mutex<FuzzTarget?>(nil)

    /// Runs libFuzzer with its own command line. Does not return.
    static func run(_ target: FuzzTarget, arguments: [String]) -> Never {
        current.withLock { $0 = target }
        let all = [CommandLine.arguments[0], "-max_len=\(target.maximumLength)"] + arguments
        var count = Int32(all.count)
        let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: all.count + 1)
        for (index, argument) in all.enumerated() { pointers[index] = strdup(argument) }
        pointers[all.count] = nil
        var vector = pointers
        let code = runDriver(&count, &vector) { bytes, count in
            let target = LibFuzzer.current.withLock(\.self)
            target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
        exit(code)
    }
}
#else
enum LibFuzzer {
    static func run(_ target: FuzzTarget, arguments: [String]) -> Never {
        Main.fail("this program was built without libFuzzer; Fuzz/run builds it\n")
    }
}
#endif
