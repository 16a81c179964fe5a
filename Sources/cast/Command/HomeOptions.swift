import ArgumentParser
import CastReceiver

/// More devices, groups of them, and what goes wrong.
struct HomeOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Another device, at free ports or at an address of its own; may be repeated.",
            valueName: "name[@address]"
        )
    )
    var also: [String] = []

    @Option(
        name: .customLong("group"),
        help: ArgumentHelp(
            "A group of these devices, or of all; the first leads; may be repeated.",
            valueName: "name[=device,device]"
        )
    )
    var groups: [String] = []

    @Option(name: .long, help: "The one address of this machine to listen at and to announce.")
    var address: String?

    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp(
            "Something that goes wrong between device and senders, as delay=200ms,namespace=media; may be repeated.",
            valueName: "rule"
        )
    )
    var faults: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("What chance begins with, for faults with a probability.", valueName: "number")
    )
    var faultSeed: UInt64 = 0

    @Option(
        name: .long,
        // A negative duration looks like an option.
        parsing: .unconditional,
        help: ArgumentHelp("How far the device's clock is wrong, as -2m.", valueName: "duration")
    )
    var clockSkew: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Take orders of `cast control` at this path, from this user alone.", valueName: "path"),
        completion: .file()
    )
    var control: String?

    func validate() throws {
        do {
            _ = try faults.map { text throws(FaultTextError) in try Fault(parsing: text) }
        } catch {
            throw ValidationError(error.reason)
        }
        guard clockSkew == nil || skew != nil else {
            throw ValidationError("A clock is wrong by a duration, as 90s or -2m, not \(clockSkew ?? "").")
        }
    }

    private var skew: Duration? { clockSkew.flatMap(Duration.init(deviceText:)) }

    /// Every device and group that was asked for.
    ///
    /// - Parameter directory: Where identities are kept; nil for below the user's own.
    /// - Throws: `ValidationError` for a group of devices that are not there.
    func plan(for first: DeviceConfiguration, keepsIn directory: String?) throws -> HomePlan {
        func state(_ name: String) -> String? {
            guard let directory else {
                return StateDirectory.forDevice(named: name, environment: TerminalDevice.environment)
            }
            return "\(directory)/\(StateDirectory.fileName(for: name))"
        }
        var first = first
        first.address = address
        first.faults = try faults.map { try Fault(parsing: $0) }
        first.faultSeed = faultSeed
        first.clockSkew = skew ?? .zero
        var plan = HomePlan(devices: [first], controlPath: control)
        for text in also {
            var device = first
            let parts = text.split(separator: "@", maxSplits: 1)
            device.name = parts.first.map(String.init) ?? ""
            device.stateDirectory = state(device.name)
            device.frameLogPath = nil
            if parts.count > 1 {
                device.address = String(parts[1])
            } else {
                // One address has each port once.
                (device.port, device.httpPort, device.httpsPort) = (0, 0, 0)
            }
            plan.devices.append(device)
        }
        let names = plan.devices.map(\.name)
        guard Set(names).count == names.count else { throw ValidationError("Two devices have the same name.") }
        for text in groups {
            let end = text.lastIndex(of: "=")
            let name = String(text[..<(end ?? text.endIndex)])
            let members = end.map { text[text.index(after: $0)...].split(separator: ",").map(String.init) } ?? names
            guard !name.isEmpty, !members.isEmpty else {
                throw ValidationError(
                    "A group has a name and members, as \"Downstairs=Living,Kitchen\", not \"\(text)\"."
                )
            }
            if let stranger = members.first(where: { !names.contains($0) }) {
                throw ValidationError("\(name) has no device \(stranger); there are \(names.joined(separator: ", ")).")
            }
            var group = GroupConfiguration(
                name: name,
                stateDirectory: state("group \(name)"),
                appIDs: first.appIDs
            )
            group.faults = first.faults
            plan.groups.append(HomePlan.Group(configuration: group, members: members))
        }
        return plan
    }
}

extension Duration {
    /// As faults have it.
    fileprivate init?(deviceText text: String) {
        guard case .shiftTimes(let duration)? = try? Fault(parsing: "shift=\(text)").effect else { return nil }
        self = duration
    }
}
