public import CastWire

extension ReceiverStatus {
    /// The application that runs, or nil when the device shows its idle screen or nothing.
    public var runningApplication: Application? { applications.first { !$0.isIdle } }
}

extension Application {
    /// Backdrop, the idle screen of current devices.
    public static let backdropID = "E8C28D3C"
    /// The receiver that plays any media, on every device.
    public static let defaultMediaReceiverID = "CC1AD845"
    /// The idle screen of the oldest devices.
    private static let oldIdleID = "00000000-0000-0000-0000-000000000000"

    /// Whether this is an idle screen, on which nothing is cast.
    ///
    /// A device was seen to report `isIdleScreen` for the default media receiver while it was in use, so that one
    /// never counts as idle.
    public var isIdle: Bool {
        if appID == Self.backdropID || appID == Self.oldIdleID { return true }
        return isIdleScreen == true && appID != Self.defaultMediaReceiverID
    }

    /// Whether this application is the one with that id, or of its family.
    public func matches(appID id: String) -> Bool { appID == id || universalAppID == id }

    /// Whether a sender can talk to it: some applications that were started from a phone name no transport.
    public var isJoinable: Bool { sessionID != nil && transportID != nil }

    /// What the platform lists for any application, before its page has said what it speaks.
    private static let platformNamespaces: Set<CastNamespace> = [
        .commandAndControl, .broadcast, "urn:x-cast:com.google.cast.debugoverlay",
    ]

    /// Whether it has named a namespace of its own.
    var hasOwnNamespaces: Bool { !Set(namespaces).isSubset(of: Self.platformNamespaces) }
}
