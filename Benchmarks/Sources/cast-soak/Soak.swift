// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastReceiver
import CastSender
import ProcessFacts

/// A soak test: phases of random activity, each followed by an inspection at rest.
///
/// Invariants:
/// - No operation of a sender takes longer than its limit, and each fails only with a `CastError`.
/// - At rest, without faults, each sender with a session shows the media and the volume of its device.
/// - At rest, a device has no more sockets than there are senders with a session on it.
/// - Resident memory and the number of threads do not grow after the first inspections.
/// - After the end, no device and no session manager is left in memory.
struct Soak {
    private let options: SoakOptions

    init(_ options: SoakOptions) {
        self.options = options
    }

    func run() async throws -> SoakReport {
        let record = SoakRecord()
        var released: [Released] = []
        try await MediaServer.withServer(configuration: MediaServerConfiguration(host: "127.0.0.1")) { server in
            let sound = server.share(data: SilentSound.minutes(10), contentType: "audio/wav", name: "sound.wav")
            let url = server.url(for: sound, reachableFrom: "127.0.0.1")
            let network = try await SoakNetwork.start(options)
            let senders = (0..<options.senders).map { number in
                SoakSender(
                    number: number,
                    targets: network.targets,
                    mediaURL: url,
                    seed: options.seed &+ UInt64(number) &* 7919,
                    record: record
                )
            }
            var generator = SeededGenerator(seed: options.seed)
            let end = ContinuousClock.now + .seconds(options.seconds)
            while .now < end {
                let phase = min(.seconds(options.interval), end - .now)
                await activity(for: phase, of: senders, on: network, with: &generator, record: record)
                await Inspection(network: network, senders: senders, record: record).perform()
            }
            released += senders.map { $0.trace }
            released += network.traces
            for sender in senders { await sender.close() }
            await network.close()
        }
        await Self.checkReleased(released, record)
        return await record.report
    }

    /// Lets senders act and injects faults until the phase is over, then removes the faults.
    private func activity(
        for duration: Duration,
        of senders: [SoakSender],
        on network: SoakNetwork,
        with generator: inout SeededGenerator,
        record: SoakRecord
    ) async {
        let end = ContinuousClock.now + duration
        await withTaskGroup(of: Void.self) { group in
            for sender in senders { group.addTask { await sender.act(until: end) } }
            while .now < end {
                await network.disturb(with: &generator)
                await record.countFault()
                try? await Task.sleep(for: .milliseconds(Int.random(in: 100...1_000, using: &generator)))
            }
            await network.calm()
            await group.waitForAll()
        }
    }

    /// Waits until the objects are gone, which tasks in progress may still use for a moment.
    private static func checkReleased(_ traces: [Released], _ record: SoakRecord) async {
        for _ in 0..<100 where traces.contains(where: { !$0.isGone }) { try? await Task.sleep(for: .milliseconds(50)) }
        for trace in traces where !trace.isGone { await record.violate("\(trace.name) is left in memory") }
    }
}

/// A weak reference to an object that should be released at the end.
struct Released: @unchecked Sendable {
    // `@unchecked Sendable`: the weak reference is only compared with nil, and loading it is atomic.
    let name: String
    private weak var object: AnyObject?

    init(_ name: String, _ object: AnyObject) {
        self.name = name
        self.object = object
    }

    var isGone: Bool { object == nil }
}

/// The counters and violations of a run.
actor SoakRecord {
    private(set) var report = SoakReport()

    func countFault() { report.faults += 1 }
    func countInspection() { report.inspections += 1 }
    func countComparison() { report.comparisons += 1 }
    func count(_ operation: String) { report.operations[operation, default: 0] += 1 }
    func count(_ error: CastError) { report.errors[error.code.name, default: 0] += 1 }

    func violate(_ text: String) {
        print("VIOLATION: \(text)")
        flushStandardOutput()
        // A run that fails everywhere must not fill the memory.
        if report.violations.count < 200 { report.violations.append(text) }
    }

    func note(kilobytes: Int) {
        if report.inspections <= 2 { report.firstKilobytes = max(report.firstKilobytes, kilobytes) }
        report.lastKilobytes = kilobytes
    }
}

/// A WAV file without sound.
enum SilentSound {
    /// Returns mono sound of 8-bit samples at 8 kHz.
    static func minutes(_ minutes: Int) -> [UInt8] {
        let count = minutes * 60 * 8_000
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func half(_ value: Int) -> [UInt8] { Array(word(value).prefix(2)) }
        var bytes = Array("RIFF".utf8) + word(36 + count) + Array("WAVEfmt ".utf8) + word(16)
        bytes += half(1) + half(1) + word(8_000) + word(8_000) + half(1) + half(8)
        bytes += Array("data".utf8) + word(count)
        bytes += [UInt8](repeating: 128, count: count)
        return bytes
    }
}
