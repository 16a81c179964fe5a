// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// Memory, threads and processor time of this process; the first two are zero on systems without `/proc`.
public struct ProcessFacts {
    /// The resident memory in kB.
    public private(set) var residentKilobytes = 0
    /// The number of threads.
    public private(set) var threads = 0
    /// The processor time of all threads so far, in seconds.
    public private(set) var processorSeconds = 0.0

    /// The current values.
    public static var now: ProcessFacts {
        var facts = ProcessFacts()
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        facts.processorSeconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        guard let file = fopen("/proc/self/status", "r") else { return facts }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let words = text.split(whereSeparator: \.isWhitespace)
            guard words.count > 1, let number = Int(words[1]) else { continue }
            if words[0] == "VmRSS:" { facts.residentKilobytes = number }
            if words[0] == "Threads:" { facts.threads = number }
        }
        return facts
    }
}

/// Flushes the standard output.
public func flushStandardOutput() {
    fflush(nil)
}
