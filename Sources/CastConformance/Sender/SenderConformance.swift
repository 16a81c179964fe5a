// SPDX-License-Identifier: Apache-2.0

public import CastReceiver
public import CastTransport
import NIOConcurrencyHelpers

/// Examines the sender of a virtual device: observes its sockets, and provokes it if asked.
///
/// ```swift
/// let conformance = SenderConformance()
/// var configuration = DeviceConfiguration(name: "Study")
/// configuration.observers = [conformance]
/// let device = try await VirtualDevice.start(configuration)
/// await conformance.run(on: device)
/// print(conformance.report().json)
/// ```
///
/// Observes the sockets of one device. Can be used from any task.
public final class SenderConformance: CastSocketObserver {
    private struct State {
        var examination = SenderExamination()
        /// Nil if the sender is not provoked.
        var provocation: SenderProvocation?
        /// What the device is to do, at most ``capacity``.
        var actions: [SenderProvocation.Action] = []
        /// When the last connection ended; nil while one is open, and before the first one.
        var alone: ContinuousClock.Instant?
    }

    private static let capacity = 64
    private let state: NIOLockedValueBox<State>
    private let returnLimit: Duration

    /// Creates an examination without events.
    ///
    /// - Parameter provokes: Whether ``run(on:for:)`` also makes the device answer in unusual ways. Default false.
    public convenience init(provokes: Bool = false) {
        self.init(provokes: provokes, returnLimit: .seconds(10))
    }

    /// - Parameter returnLimit: How long ``run(on:for:)`` waits for the sender after its last connection has ended.
    init(provokes: Bool, returnLimit: Duration) {
        self.returnLimit = returnLimit
        state = NIOLockedValueBox(State(provocation: provokes ? SenderProvocation() : nil))
    }

    public func observe(_ event: CastSocketEvent, on socket: Int) {
        let now = ContinuousClock.now
        state.withLockedValue { state in
            state.examination.observe(event, on: socket, at: now)
            if let actions = state.provocation?.observe(event, on: socket, at: now), !actions.isEmpty {
                state.actions += actions.prefix(Self.capacity - state.actions.count)
            }
            switch event {
            case .opened: state.alone = nil
            case .closed where state.examination.openConnections == 0: state.alone = now
            default: break
            }
        }
    }

    /// The report so far.
    ///
    /// - Parameter showsNames: Whether the report contains addresses. Default false.
    public func report(showsNames: Bool = false) -> ConformanceReport {
        let now = ContinuousClock.now
        return state.withLockedValue { $0.examination.report(at: now, showsNames: showsNames) }
    }

    /// The unusual answer that the device gives; nil if there is none.
    public var provocation: String? { state.withLockedValue { $0.provocation?.step } }

    /// Performs the provocations until the sender has gone: its last connection has ended, and it did not return within
    /// 10 seconds. Canceling the task ends it at once.
    ///
    /// - Parameters:
    ///   - device: The device, with this object as its observer.
    ///   - limit: The longest time. Default none.
    public func run(on device: VirtualDevice, for limit: Duration? = nil) async {
        let start = ContinuousClock.now
        var faults: [Int] = []
        var isLouder = false
        while !Task.isCancelled {
            let now = ContinuousClock.now
            let (actions, alone) = state.withLockedValue { state in
                state.examination.advance(to: now)
                if let due = state.provocation?.advance(to: now) { state.actions += due }
                defer { state.actions = [] }
                return (state.actions, state.alone)
            }
            for action in actions { await perform(action, on: device, &faults, &isLouder) }
            if let alone, now - alone >= returnLimit { break }
            if let limit, now - start >= limit { break }
            // Ends early when the task is canceled, which the loop detects.
            try? await Task.sleep(for: .milliseconds(100))
        }
        for fault in faults { await device.faults.remove(fault) }
    }

    private func perform(
        _ action: SenderProvocation.Action,
        on device: VirtualDevice,
        _ faults: inout [Int],
        _ isLouder: inout Bool
    ) async {
        switch action {
        case .addFault(let fault): faults.append(await device.faults.add(fault))
        case .removeFaults:
            for fault in faults { await device.faults.remove(fault) }
            faults = []
        case .changeVolume:
            // Back and forth, so that the volume is as before after two changes.
            let level = device.snapshot.volumeLevel
            await device.remote.setVolume(isLouder ? level + 0.01 : level - 0.01)
            isLouder.toggle()
        case .pause: await device.remote.pause()
        case .play: await device.remote.play()
        case .playAgain: await device.remote.playAgain()
        case .stopMedia: await device.remote.stop()
        case .stopApplication: await device.stopApplication()
        }
    }
}
