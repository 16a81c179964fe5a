// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// The model or firmware that a virtual device imitates: what it announces, what its messages contain, and how fast it is.
///
/// ```swift
/// var configuration = DeviceConfiguration(name: "Kitchen")
/// configuration.profile = try DeviceProfile.named("nest-hub")
/// ```
///
/// ``builtIn`` has the profiles of this package, which come from messages that were recorded of real devices. A profile can
/// also be read from a file (``init(contentsOf:)``), whose format `docs/devices.md` describes.
public struct DeviceProfile: Sendable, Hashable {
    /// The version of the file format that this package reads.
    public static let formatVersion = 1

    /// The properties that the device announces.
    public struct Device: Sendable, Hashable {
        /// The model, `md` in the TXT record.
        public var model: String
        /// The manufacturer.
        public var manufacturer: String
        /// The product name, if it differs from the model.
        public var product: String?
        /// The version of the Cast firmware, such as `1.56.275994`.
        public var firmware: String
        /// The version of the system, such as `275994`.
        public var build: String
        /// The kind of device.
        public var form: DeviceForm
        /// The capabilities, `ca` in the TXT record.
        public var capabilities: DeviceCapabilities
        /// Whether the device is announced as the endpoint of a group, with a hyphenated id. Default false.
        public var isGroup = false
    }

    /// The form of `eureka_info`.
    public struct Setup: Sendable, Hashable {
        /// The layout of the document.
        #if hasAttribute(nonexhaustive)
        @nonexhaustive
        #endif
        public enum Layout: String, Sendable, Hashable, CaseIterable {
            /// One object without sections, whatever the client asks for.
            case flat
            /// The sections that the client asks for.
            case sections
        }

        /// The layout. Default sections.
        public var layout = Layout.sections
        /// Members that are added to the document, or replace its own. In the layout ``Layout/sections``, by section.
        public var members = JSONObject()
    }

    /// The volume of the device.
    public struct Volume: Sendable, Hashable {
        /// How the volume is controlled. Default attenuation.
        public var control = DeviceConfiguration.VolumeControl.attenuation
        /// The level at the start, 0 to 1. Default 1.
        public var level = 1.0
        /// The step of volume buttons, above 0 to 1. Default 0.05.
        public var step = 0.05
    }

    /// What the status lists while no app was launched.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Idle: String, Sendable, Hashable, CaseIterable {
        /// The Backdrop app.
        case backdrop
        /// No app.
        case nothing
        /// The app of a member of a group that plays on another device.
        case follower
    }

    /// The state of the screen at the start.
    public struct Screen: Sendable, Hashable {
        /// Whether the television is in standby. Default false.
        public var isStandby = false
        /// Whether the television shows the device. Default true.
        public var isActiveInput = true
    }

    /// The ids of running apps.
    public struct Sessions: Sendable, Hashable {
        /// Whether session ids are written in uppercase, as by old firmware. Default false.
        public var isUppercase = false
        /// Whether transport ids are `web-1`, `web-2` and so on, as of old firmware, instead of the session ids. Default false.
        public var hasNumberedTransports = false
    }

    /// The apps of the device.
    public struct Apps: Sendable, Hashable {
        /// App ids that run the Default Media Receiver, besides its own. Default none.
        public var additional: [String] = []
        /// How long apps are unavailable after the start of the device. Default 0.
        public var availableAfter = Duration.zero
    }

    /// The Default Media Receiver.
    public struct MediaReceiver: Sendable, Hashable {
        /// The namespaces in RECEIVER_STATUS; empty, the default, for media alone.
        public var namespaces: [CastNamespace] = []
        /// The status text while nothing is loaded. Default `Ready To Cast`.
        public var readyText = "Ready To Cast"
        /// The commands that the receiver supports; nil, the default, for all.
        public var commands: MediaCommands?
        /// Whether the first status after LOAD answers it. Otherwise the status with the duration does, as on old firmware.
        /// Default true.
        public var acknowledgesLoad = true
    }

    /// A case of `cast conformance` in which the device differs from the statement.
    public struct KnownDifference: Sendable, Hashable {
        /// The number of the case, such as `RC02`.
        public var caseID: String
        /// What the device does instead.
        public var reason: String

        /// Creates a difference.
        ///
        /// - Parameters:
        ///   - caseID: The number of the case.
        ///   - reason: What the device does instead.
        public init(caseID: String, reason: String) {
            self.caseID = caseID
            self.reason = reason
        }
    }

    /// The name for `--profile`: lowercase letters, digits and hyphens.
    public var name: String
    /// The model or firmware, for users.
    public var title: String
    /// Where the facts come from.
    public var sources: [String]
    /// What the device announces.
    public var device: Device
    /// Keys of the TXT record with their values; nil removes a key. Default none.
    public var record: [String: String?] = [:]
    /// The form of `eureka_info`.
    public var setup = Setup()
    /// The volume of the device.
    public var volume = Volume()
    /// What the status lists while no app was launched. Default Backdrop.
    public var idle = Idle.backdrop
    /// The state of the screen at the start.
    public var screen = Screen()
    /// The ids of running apps.
    public var sessions = Sessions()
    /// The apps of the device.
    public var apps = Apps()
    /// The Default Media Receiver.
    public var mediaReceiver = MediaReceiver()
    /// How long the device is busy with requests of a type before it handles them and the later ones of their namespace.
    public var delays: [String: Duration] = [:]
    /// Changes of the device's messages, as rules of the same kind as faults. Each affects the messages that the previous ones
    /// have changed.
    public var messages: [Fault] = []
    /// The cases of `cast conformance` in which the device differs.
    public var knownDifferences: [KnownDifference] = []

    /// Creates a profile of a device that otherwise behaves as a virtual device without profile.
    ///
    /// - Parameters:
    ///   - name: The name: lowercase letters, digits and hyphens.
    ///   - title: The model or firmware, for users.
    ///   - sources: Where the facts come from.
    ///   - device: What the device announces.
    public init(name: String, title: String, sources: [String] = [], device: Device) {
        self.name = name
        self.title = title
        self.sources = sources
        self.device = device
    }

    /// The rules for the messages of the device, which its ``FaultMachine`` applies.
    var rules: [Fault] {
        delays.sorted { $0.key < $1.key }.map { Fault(.busy($0.value), on: .init(direction: .inbound, type: $0.key)) }
            + messages
    }
}

extension DeviceProfile: CustomStringConvertible {
    /// The name of the profile.
    public var description: String { name }
}

extension DeviceProfile.Device {
    /// Creates the properties that a device announces.
    ///
    /// - Parameters:
    ///   - model: The model, `md` in the TXT record.
    ///   - manufacturer: The manufacturer.
    ///   - firmware: The version of the Cast firmware.
    ///   - build: The version of the system.
    ///   - form: The kind of device.
    ///   - capabilities: The capabilities, `ca` in the TXT record.
    public init(
        model: String,
        manufacturer: String,
        firmware: String,
        build: String,
        form: DeviceForm,
        capabilities: DeviceCapabilities
    ) {
        self.model = model
        self.manufacturer = manufacturer
        self.firmware = firmware
        self.build = build
        self.form = form
        self.capabilities = capabilities
    }
}
