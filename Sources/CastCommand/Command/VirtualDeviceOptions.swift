// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastReceiver

/// Options for additional devices, groups and injected faults.
struct VirtualDeviceOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "An additional device, on free ports or at its own address (repeatable).",
            valueName: "name[@address]"
        )
    )
    var also: [String] = []

    @Option(
        name: .customLong("group"),
        help: ArgumentHelp(
            "A group of these devices, or of all; the first one leads (repeatable).",
            valueName: "name[=device,device]"
        )
    )
    var groups: [String] = []

    @Option(name: .long, help: "The only address of this machine to listen on and to announce.")
    var address: String?

    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp(
            "A fault between device and senders, such as delay=200ms,namespace=media (repeatable).",
            valueName: "rule"
        )
    )
    var faults: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("The random seed for faults with a probability.", valueName: "number")
    )
    var faultSeed: UInt64 = 0

    @Option(
        name: .long,
        // Accepts a negative duration, which looks like an option.
        parsing: .unconditional,
        help: ArgumentHelp("The offset of the device's clock, such as -2m.", valueName: "duration")
    )
    var clockSkew: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Accept `cast control` commands from this user on this socket.", valueName: "path"),
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
            throw ValidationError(
                "\"\(clockSkew ?? "")\" is not a valid clock skew. Use a duration such as 90s or -2m."
            )
        }
    }

    private var skew: Duration? { clockSkew.flatMap(Duration.init(deviceText:)) }

    /// Returns the configurations of the requested devices and groups.
    ///
    /// - Parameters:
    ///   - first: The configuration of the first device, from which the additional devices are copied.
    ///   - directory: The directory in which identities are stored; nil for the user's state directory.
    /// - Throws: `ValidationError` if an additional device, a group or one of its members is invalid, if two devices
    ///   have the same name, or if two devices or groups would share an identity.
    func plan(for first: DeviceConfiguration, stateDirectory directory: String?) throws -> VirtualDevicePlan {
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
        var plan = VirtualDevicePlan(devices: [first], controlPath: control)
        for text in also {
            var device = first
            let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard !parts.contains("") else {
                throw ValidationError(
                    "\"\(text)\" is not a valid device. Specify a name, or name and address as in \"Den@127.0.0.2\"."
                )
            }
            device.name = parts[0]
            device.stateDirectory = state(device.name)
            device.frameLogPath = nil
            if parts.count > 1 {
                device.address = parts[1]
            } else {
                // Devices that share an address need different ports.
                (device.port, device.httpPort, device.httpsPort) = (0, 0, 0)
            }
            plan.devices.append(device)
        }
        let names = plan.devices.map(\.name)
        guard Set(names).count == names.count else {
            throw ValidationError("Two devices have the same name. Give each device its own name.")
        }
        for text in groups {
            let end = text.lastIndex(of: "=")
            let name = String(text[..<(end ?? text.endIndex)])
            let members = end.map { text[text.index(after: $0)...].split(separator: ",").map(String.init) } ?? names
            guard !name.isEmpty, !members.isEmpty else {
                throw ValidationError(
                    "\"\(text)\" is not a valid group. Specify name and members, as in \"Downstairs=Living,Kitchen\"."
                )
            }
            if let unknown = members.first(where: { !names.contains($0) }) {
                throw ValidationError(
                    "Group \(name) has an unknown member \(unknown). Devices are: \(names.joined(separator: ", "))."
                )
            }
            var group = GroupConfiguration(
                name: name,
                stateDirectory: state("group \(name)"),
                appIDs: first.appIDs
            )
            group.faults = first.faults
            group.faultSeed = first.faultSeed
            group.clockSkew = first.clockSkew
            plan.groups.append(VirtualDevicePlan.Group(configuration: group, members: members))
        }
        // Different names can have the same directory, whose name has at most 48 letters, digits and hyphens.
        let directories =
            plan.devices.compactMap(\.stateDirectory) + plan.groups.compactMap(\.configuration.stateDirectory)
        guard Set(directories).count == directories.count else {
            throw ValidationError(
                "Two devices or groups would share an identity, because their names are too similar. "
                    + "Give each one a distinct name."
            )
        }
        return plan
    }
}

extension Duration {
    /// Parses a duration in the format of fault rules.
    fileprivate init?(deviceText text: String) {
        guard case .shiftTimes(let duration)? = try? Fault(parsing: "shift=\(text)").effect else { return nil }
        self = duration
    }
}

/// The devices and groups that one `cast receiver` runs.
struct VirtualDevicePlan: Sendable {
    struct Group: Sendable {
        var configuration: GroupConfiguration
        /// The names of the members; the first one leads.
        var members: [String]
    }

    /// The devices, at least one. Options such as `--log-frames` apply to the first.
    var devices: [DeviceConfiguration]
    var groups: [Group] = []
    /// The path of the control socket; nil for none.
    var controlPath: String?
}

/// The kind of a virtual device, as an argument of `--form`.
enum FormChoice: String, ExpressibleByArgument, CaseIterable {
    case television
    case display
    case speaker

    var form: DeviceForm {
        switch self {
        case .television: .television
        case .display: .display
        case .speaker: .speaker
        }
    }
}
