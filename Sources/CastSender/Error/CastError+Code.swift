extension CastError {
    /// What went wrong. A struct, so that a later version can know more.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A stable word, fit for scripts and metrics.
        public let name: String

        private init(_ name: String) { self.name = name }

        public var description: String { name }

        // MARK: Finding

        /// No device with that name or id was found in time.
        public static let deviceNotFound = Code("deviceNotFound")
        /// The name fits several devices.
        public static let deviceAmbiguous = Code("deviceAmbiguous")
        /// This machine has no network on which devices could be found.
        public static let noNetwork = Code("noNetwork")

        // MARK: Connecting

        /// The device's address refused, could not be reached, or has no address.
        public static let connectFailed = Code("connectFailed")
        /// The device's address did not answer in time.
        public static let connectTimedOut = Code("connectTimedOut")
        /// TCP was open, but TLS did not come about.
        public static let handshakeFailed = Code("handshakeFailed")
        /// The device has not proven that it is what it says, and that was required. The cause is a
        /// ``DeviceAuthenticationFailure``.
        public static let notAuthenticated = Code("notAuthenticated")
        /// The connection ended.
        public static let connectionClosed = Code("connectionClosed")
        /// The device fell silent and the connection was given up.
        public static let heartbeatLost = Code("heartbeatLost")

        /// The session was suspended because the application went to the background; what waited is answered by this.
        public static let appBackgrounded = Code("appBackgrounded")

        // MARK: Asking

        /// The device did not answer a request in time.
        public static let requestTimedOut = Code("requestTimedOut")
        /// The waiting task was cancelled; the device may still do what was asked.
        public static let requestCancelled = Code("requestCancelled")
        /// A newer request of the same kind took this one's place.
        public static let requestReplaced = Code("requestReplaced")
        /// The device refused the request as invalid.
        public static let invalidRequest = Code("invalidRequest")
        /// The device's answer cannot be understood.
        public static let invalidResponse = Code("invalidResponse")
        /// The message is larger than a Cast frame may be (64 KiB).
        public static let messageTooLarge = Code("messageTooLarge")
        /// The channel is on no session, or its session's application cannot be reached or does not offer its
        /// namespace.
        public static let channelNotConnected = Code("channelNotConnected")
        /// Too much already waits to be sent or answered.
        public static let queueFull = Code("queueFull")
        /// An argument outside its range; nothing was sent.
        public static let invalidArgument = Code("invalidArgument")
        /// The device, or what plays on it, cannot do this.
        public static let notSupported = Code("notSupported")

        /// The group has no such member, or lost it meanwhile.
        public static let groupMemberGone = Code("groupMemberGone")

        // MARK: Applications

        /// The application did not start.
        public static let launchFailed = Code("launchFailed")
        /// A person, or the device's settings, did not allow the launch.
        public static let launchDenied = Code("launchDenied")
        /// The application to join does not run.
        public static let appNotRunning = Code("appNotRunning")
        /// The application has ended or was left.
        public static let sessionEnded = Code("sessionEnded")

        /// There is a session already; it must end first.
        public static let sessionExists = Code("sessionExists")
        /// There is no session.
        public static let noSession = Code("noSession")
        /// The application that runs lacks a namespace that was asked for.
        public static let namespaceMissing = Code("namespaceMissing")

        // MARK: Media

        /// Nothing is loaded.
        public static let noMediaSession = Code("noMediaSession")
        /// The player cannot do this in its present state.
        public static let invalidPlayerState = Code("invalidPlayerState")
        /// The device could not load the media.
        public static let loadFailed = Code("loadFailed")
        /// The load was given up, usually because of a newer one.
        public static let loadCancelled = Code("loadCancelled")
        /// The queue has no such item, or not any more.
        public static let itemNotFound = Code("itemNotFound")
        /// Part of a queue reached the device and part did not; ``CastError/partialQueue`` says which.
        public static let queueIncomplete = Code("queueIncomplete")
        /// The device reported an error while playing.
        public static let mediaError = Code("mediaError")
    }
}
