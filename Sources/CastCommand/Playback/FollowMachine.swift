// SPDX-License-Identifier: Apache-2.0

/// A state machine that decides to which device playback moves when it follows the user: to a device that appears on the
/// network during playback, because the user turned it on.
struct FollowMachine: Sendable {
    /// A device on the network.
    struct Device: Hashable, Sendable {
        var id: String
        var name: String
        /// Whether the device can play the media, such as a video only with a screen.
        var isSuitable = true
    }

    /// Devices that appear within this time after the first ones were present before, and respond late.
    /// A search repeats its query after one, three and seven seconds (RFC 6762, section 5.2).
    static let settling = Duration.seconds(10)
    /// A device that was absent for less than this time was not turned off: its announcement was lost.
    static let absence = Duration.seconds(20)
    /// The maximum number of devices that are remembered.
    private static let limit = 1_000

    private let names: [String]
    private var current: String
    private var start: ContinuousClock.Instant?
    private var present: Set<String> = []
    private var lastSeen: [String: ContinuousClock.Instant] = [:]
    /// Whether playback is being moved to a device that this machine chose.
    private(set) var isMoving = false

    /// Creates a machine.
    ///
    /// - Parameters:
    ///   - current: The ID of the device that plays.
    ///   - names: The devices to follow to, by ID, name, or the beginning of the name; empty for all devices.
    init(from current: String, names: [String] = []) {
        self.current = current
        self.names = names
    }

    /// Handles a change of the devices on the network.
    ///
    /// - Parameters:
    ///   - devices: All devices that are present.
    ///   - isPlaying: Whether media plays. Playback that is paused does not follow.
    ///   - now: The current time.
    /// - Returns: The device to move to; nil for none.
    mutating func devicesChanged(
        _ devices: [Device],
        isPlaying: Bool,
        at now: ContinuousClock.Instant
    ) -> Device? {
        guard let start else {
            start = now
            remember(devices, at: now)
            return nil
        }
        let appeared = devices.filter { device in
            guard !present.contains(device.id) else { return false }
            guard let last = lastSeen[device.id] else { return now - start >= Self.settling }
            return now - last >= Self.absence
        }
        remember(devices, at: now)
        guard isPlaying, !isMoving else { return nil }
        guard let next = appeared.first(where: { $0.id != current && $0.isSuitable && isChosen($0) }) else {
            return nil
        }
        isMoving = true
        return next
    }

    /// Handles a move to another device, by this command or by another sender.
    mutating func moved(to id: String) {
        current = id
        isMoving = false
    }

    /// Handles a move that failed: playback continues on the same device.
    mutating func moveFailed() { isMoving = false }

    // MARK: - Implementation

    private mutating func remember(_ devices: [Device], at now: ContinuousClock.Instant) {
        // Devices that are gone were present until now.
        for id in present { lastSeen[id] = now }
        present = Set(devices.map(\.id))
        for id in present { lastSeen[id] = now }
        if lastSeen.count > Self.limit { lastSeen = lastSeen.filter { present.contains($0.key) } }
    }

    private func isChosen(_ device: Device) -> Bool {
        names.isEmpty
            || names.contains { device.id == $0 || device.name.lowercased().hasPrefix($0.lowercased()) }
    }
}
