// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// A recorded session between senders and a Cast device.
///
/// Read one with ``init(contentsOf:limits:)``. A ``SessionRecorder`` writes one while the session runs.
public struct Recording: Sendable, Hashable {
    /// What the first line of the file says.
    public var header: RecordingHeader
    /// The events in the order of the file.
    public var events: [RecordedEvent]
    /// The line at which the file ends too early, because the writer was interrupted. Everything before it was read.
    /// Nil if the file is complete.
    public var truncatedLine: Int?

    /// Creates a recording from values, for tests.
    public init(header: RecordingHeader = RecordingHeader(), events: [RecordedEvent]) {
        self.header = header
        self.events = events
    }

    /// What is known about the device: the description of the header, completed by what the device says about itself in
    /// the session, in `DEVICE_INFO` and in its setup information (`eureka_info`).
    public var device: RecordedDevice {
        var device = header.device
        for case .message(let message, .toSender) in events.map(\.kind) {
            switch message.namespace {
            case .discovery:
                guard let object = try? message.jsonObject() else { continue }
                let info = DeviceInfoMessage(fields: object)
                device.name = device.name ?? info.friendlyName
                device.id = device.id ?? info.deviceID
                device.model = device.model ?? info.deviceModel
                device.capabilities = device.capabilities ?? info.deviceCapabilities
            case .setup:
                guard let object = try? message.jsonObject() else { continue }
                let info = EurekaInfoReply(fields: object).data
                device.name = device.name ?? info.name
                device.model = device.model ?? info.modelName
                device.firmware = device.firmware ?? info.buildRevision
            default: break
            }
        }
        return device
    }

    /// The number of messages in both directions.
    public var messageCount: Int {
        events.count { event in
            if case .message = event.kind { true } else { false }
        }
    }
}

/// The first line of a recording.
public struct RecordingHeader: Sendable, Hashable {
    /// The end of the connections at which a session was recorded.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Role: String, Sendable, Hashable, CaseIterable {
        /// The recording was made by a sender.
        case sender
        /// The recording was made by the device.
        case device
    }

    /// The version of the format that this package reads and writes. It changes when a member changes its meaning or is
    /// removed; members and events may be added at any time.
    public static let currentVersion = 1
    /// The value of the member `format`.
    static let format = "swift-cast-recording"

    /// The version of the format.
    public var version: Int
    /// The program that recorded the session, with its version, such as `cast/0.1.0`.
    public var tool: String
    /// The end at which the session was recorded.
    public var role: Role
    /// What was known about the device when the recording began.
    public var device: RecordedDevice
    /// Whether secrets, names and addresses were replaced.
    public var isRedacted: Bool

    /// Creates a header.
    public init(
        version: Int = currentVersion,
        tool: String = "swift-cast",
        role: Role = .sender,
        device: RecordedDevice = RecordedDevice(),
        isRedacted: Bool = true
    ) {
        self.version = version
        self.tool = tool
        self.role = role
        self.device = device
        self.isRedacted = isRedacted
    }
}

/// The facts about the device of a recording. Each can be unknown.
public struct RecordedDevice: Sendable, Hashable {
    /// The device's id. A placeholder if the recording is redacted.
    public var id: String?
    /// The device's name. A placeholder if the recording is redacted.
    public var name: String?
    /// The model, such as `Chromecast Ultra`.
    public var model: String?
    /// The version of the device's software, as in the member `cast_build_revision` of its setup information. Known
    /// if a virtual device that imitates a model was recorded, or if a sender asked for the information: a recorder
    /// sends nothing itself.
    public var firmware: String?
    /// What the device can do.
    public var capabilities: DeviceCapabilities?
    /// The keys of the device's TXT record.
    public var text: [String: String]

    /// Creates a description.
    public init(
        id: String? = nil,
        name: String? = nil,
        model: String? = nil,
        firmware: String? = nil,
        capabilities: DeviceCapabilities? = nil,
        text: [String: String] = [:]
    ) {
        self.id = id
        self.name = name
        self.model = model
        self.firmware = firmware
        self.capabilities = capabilities
        self.text = text
    }
}

/// One event of a recorded session.
public struct RecordedEvent: Sendable, Hashable {
    /// The direction of a message.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        /// From the sender to the device.
        case toDevice
        /// From the device to the sender.
        case toSender
    }

    /// The end that closed a connection.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Closer: String, Sendable, Hashable, CaseIterable {
        case sender
        case device
        /// Neither: the network failed, or one end was silent or violated the protocol.
        case failure
    }

    /// What happened.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Kind: Sendable, Hashable {
        /// The sender opened a connection.
        case opened
        /// A message.
        case message(CastMessage, Direction)
        /// The connection closed, for a reason in words.
        case closed(by: Closer, reason: String)
        /// The recorder could not keep up, and this many events before this one are missing.
        case lost(Int)
    }

    /// The time since the beginning of the recording, in milliseconds. Never negative, and never less than that of the
    /// event before.
    public var milliseconds: Int
    /// The number of the connection, from 1, in the order of opening.
    public var socket: Int
    /// What happened.
    public var kind: Kind

    /// Creates an event.
    public init(milliseconds: Int, socket: Int, kind: Kind) {
        self.milliseconds = milliseconds
        self.socket = socket
        self.kind = kind
    }
}

extension RecordedEvent: CustomStringConvertible {
    /// The event on one line, for users.
    public var description: String {
        let fraction = "00\(milliseconds % 1000)".suffix(3)
        let time = "\(milliseconds / 1000).\(fraction)"
        let beginning = String(repeating: " ", count: max(0, 9 - time.count)) + time + "  \(socket)  "
        switch kind {
        case .opened: return beginning + "opened"
        case .closed(let closer, let reason):
            return beginning + "closed by \(closer == .failure ? "a failure" : "the \(closer.rawValue)"): \(reason)"
        case .lost(let count): return beginning + "\(count) events were lost"
        case .message(let message, let direction):
            let payload =
                switch message.payload {
                case .text(let text): text
                case .binary(let bytes): "\(bytes.count) bytes"
                }
            return beginning + (direction == .toDevice ? "-> " : "<- ") + message.summary + "  " + payload
        }
    }
}
