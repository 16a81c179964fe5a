// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// An error in communicating with a Cast device or using the network.
///
/// The text names the device, what was attempted, what failed and what to do next; ``payload`` contains the device's
/// own message. Two errors are equal when their codes are equal; texts are for people.
public struct CastError: Error, Sendable {
    /// One pointer: results and states have room for an error, which they rarely contain.
    private var storage: Indirect<Values>

    /// The kind of error, for programs.
    public var code: Code {
        get { values.code }
        set { values.code = newValue }
    }

    /// A description of one or two sentences, for people.
    public var reason: String {
        get { values.reason }
        set { values.reason = newValue }
    }

    /// The device's name, or its address if the name is unknown.
    public var device: String? {
        get { values.device }
        set { values.device = newValue }
    }

    /// The message with which the device rejected a request or reported a failure.
    public var payload: DevicePayload? {
        get { values.payload }
        set { values.payload = newValue }
    }

    /// The devices that a name matches, or all devices that were found when it matches none.
    public var candidates: [CastDevice] {
        get { values.candidates }
        set { values.candidates = newValue }
    }

    /// The items of a queue that reached the device, when only some did.
    public var partialQueue: PartialQueue? {
        get { values.partialQueue }
        set { values.partialQueue = newValue }
    }

    /// The underlying error. It never has the same ``code`` as this error, because such causes are merged into this
    /// one.
    public var cause: (any Error)? {
        get { values.cause }
        set { values.cause = newValue }
    }

    private struct Values: Sendable {
        var code: Code
        var reason: String
        var device: String?
        var payload: DevicePayload?
        var candidates: [CastDevice] = []
        var partialQueue: PartialQueue?
        var cause: (any Error)?
    }

    private var values: Values {
        get { storage.value }
        set { storage.value = newValue }
    }

    /// Creates an error, merging a cause with the same code instead of nesting it.
    public init(
        _ code: Code,
        _ reason: String,
        device: String? = nil,
        payload: DevicePayload? = nil,
        cause: (any Error)? = nil
    ) {
        var values = Values(code: code, reason: reason, device: device, payload: payload, cause: cause)
        if let same = cause as? CastError, same.code == code {
            values.device = device ?? same.device
            values.payload = payload ?? same.payload
            values.partialQueue = same.partialQueue
            values.cause = same.cause
        }
        storage = Indirect(values)
    }
}

extension CastError: Hashable {
    public static func == (lhs: CastError, rhs: CastError) -> Bool { lhs.code == rhs.code }

    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CastError: CustomStringConvertible {
    /// The ``reason``, followed by the cause if there is one.
    public var description: String {
        guard let cause else { return reason }
        return "\(reason) (\(cause))"
    }
}

extension CastError {
    /// The kind of an error, for programs. A struct, so that later versions can add codes.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A stable identifier, for scripts and metrics.
        public let name: String

        private init(_ name: String) { self.name = name }

        public var description: String { name }

        // MARK: Discovery

        /// No device with the name or id was found in time.
        public static let deviceNotFound = Code("deviceNotFound")
        /// The name matches several devices.
        public static let deviceAmbiguous = Code("deviceAmbiguous")
        /// This machine has no network to search for devices on.
        public static let noNetwork = Code("noNetwork")
        /// The user or the system does not allow this app to use the local network.
        public static let localNetworkDenied = Code("localNetworkDenied")
        /// The app's `Info.plist` does not declare that the app searches for Cast devices.
        public static let servicesNotDeclared = Code("servicesNotDeclared")

        // MARK: Connecting

        /// The device refused the connection, could not be reached, or has no address.
        public static let connectFailed = Code("connectFailed")
        /// The device did not accept the connection in time.
        public static let connectTimedOut = Code("connectTimedOut")
        /// The TLS handshake failed.
        public static let handshakeFailed = Code("handshakeFailed")
        /// The device did not authenticate itself, which the options require. The cause is a
        /// ``DeviceAuthenticationFailure``.
        public static let notAuthenticated = Code("notAuthenticated")
        /// The connection ended.
        public static let connectionClosed = Code("connectionClosed")
        /// The device stopped responding, and the connection was closed.
        public static let heartbeatLost = Code("heartbeatLost")

        /// The session was suspended because the application went to the background; pending requests fail with this
        /// code.
        public static let appBackgrounded = Code("appBackgrounded")

        // MARK: Requests

        /// The device did not answer a request in time.
        public static let requestTimedOut = Code("requestTimedOut")
        /// The waiting task was canceled. The device may still execute the request.
        public static let requestCancelled = Code("requestCancelled")
        /// A newer request of the same kind replaced this one.
        public static let requestReplaced = Code("requestReplaced")
        /// The device rejected the request as invalid.
        public static let invalidRequest = Code("invalidRequest")
        /// The device's reply is not valid.
        public static let invalidResponse = Code("invalidResponse")
        /// The message exceeds the limit of a Cast frame (64 KiB).
        public static let messageTooLarge = Code("messageTooLarge")
        /// The channel is not on a session, or its session's application cannot be reached or does not list its
        /// namespace.
        public static let channelNotConnected = Code("channelNotConnected")
        /// Too many bytes are waiting to be sent, or too many requests are waiting for a reply.
        public static let queueFull = Code("queueFull")
        /// An argument is outside its range; nothing was sent.
        public static let invalidArgument = Code("invalidArgument")
        /// The device, or the current item, does not support the operation.
        public static let notSupported = Code("notSupported")

        /// The group has no such member, or no longer has it.
        public static let groupMemberGone = Code("groupMemberGone")

        // MARK: Applications

        /// The application did not start.
        public static let launchFailed = Code("launchFailed")
        /// The user, or the device's settings, did not allow the launch.
        public static let launchDenied = Code("launchDenied")
        /// The application to join is not running.
        public static let appNotRunning = Code("appNotRunning")
        /// The application has ended, or this sender has left it.
        public static let sessionEnded = Code("sessionEnded")

        /// A session already exists; it must end first.
        public static let sessionExists = Code("sessionExists")
        /// There is no session.
        public static let noSession = Code("noSession")
        /// The running application does not list a required namespace.
        public static let namespaceMissing = Code("namespaceMissing")

        // MARK: Media

        /// No media is loaded.
        public static let noMediaSession = Code("noMediaSession")
        /// The player does not support the operation in its current state.
        public static let invalidPlayerState = Code("invalidPlayerState")
        /// The device could not load the media.
        public static let loadFailed = Code("loadFailed")
        /// The load was canceled, usually because a newer one replaced it.
        public static let loadCancelled = Code("loadCancelled")
        /// The queue does not contain the item, or no longer contains it.
        public static let itemNotFound = Code("itemNotFound")
        /// Only part of a queue reached the device; ``CastError/partialQueue`` lists the items.
        public static let queueIncomplete = Code("queueIncomplete")
        /// The device reported an error during playback.
        public static let mediaError = Code("mediaError")
    }
}

/// The message with which a device rejected a request or reported a failure, as received.
public struct DevicePayload: Sendable, Hashable {
    /// All members of the message.
    public var fields: JSONObject

    /// Creates a payload from the members of a message.
    public init(fields: JSONObject) { self.fields = fields }

    /// The message type, such as `LOAD_FAILED`.
    public var type: String? { fields.messageType }
    /// The device's reason, such as `INVALID_MEDIA_SESSION_ID`.
    public var reason: String? { fields["reason"]?.stringValue }
    /// An additional reason that some devices add to a rejected launch.
    public var extendedError: String? { fields["extendedError"]?.stringValue }
    /// The receiver's error code for a media failure.
    public var detailedErrorCode: DetailedErrorCode? {
        fields["detailedErrorCode"].flatMap(DetailedErrorCode.init(json:))
    }
    /// The queue item that the message refers to.
    public var itemID: Int? { fields["itemId"].flatMap(Int.init(json:)) }
    /// Custom data of the application.
    public var customData: JSONValue? { fields["customData"] }
}
