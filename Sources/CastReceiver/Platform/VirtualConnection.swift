import CastWire

/// A sender's open line to the platform or to an app, on one socket.
struct VirtualConnection: Sendable, Hashable {
    /// The sender's id.
    var senderID: String
    /// `receiver-0`, or the transport id of an app.
    var destinationID: String
    var kind: VirtualConnectionType
    /// Free text about the sender, shown to apps.
    var userAgent: String

    /// Invisible connections listen without being announced to the app, and order nothing.
    var isVisible: Bool { kind != .invisible }
}
