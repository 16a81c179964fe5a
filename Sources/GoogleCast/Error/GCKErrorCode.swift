/// What went wrong. The numbers are the original framework's.
public enum GCKErrorCode: Int, CaseIterable, Sendable {
    /// Nothing went wrong; never delivered.
    case noError = 0
    /// The connection was refused or broke.
    case networkError = 1
    /// There was no answer in time.
    case timeout = 2
    /// The device has not proven what it is.
    case deviceAuthenticationFailure = 3
    /// The request, or an argument, is not valid.
    case invalidRequest = 4
    /// It was given up.
    case cancelled = 5
    /// A newer request of its kind took its place.
    case replaced = 6
    /// The device refuses it.
    case notAllowed = 7
    /// The request was sent already.
    case duplicateRequest = 8
    /// It is not possible in the present state.
    case invalidState = 9
    /// Too much waits to be sent.
    case sendBufferFull = 10
    /// The message is larger than a frame may be.
    case messageTooBig = 11
    /// The channel has no connection to its application.
    case channelNotConnected = 12
    /// The user may not use the device.
    case deviceAuthorizationFailure = 13
    /// There is no connection to the device.
    case deviceNotConnected = 14
    /// Both ends speak different versions.
    case protocolVersionMismatch = 15
    /// The device takes no more senders.
    case maxUsersConnected = 16
    /// No network leads to the device.
    case networkNotReachable = 17
    /// The device sent what no Cast device sends.
    case protocolError = 18
    /// The context was there already.
    case alreadyInitialized = 19
    /// The device does not know the application.
    case applicationNotFound = 20
    /// The application is gone.
    case applicationNotRunning = 21
    /// No application has this session id.
    case invalidApplicationSessionID = 22
    /// TLS did not come about.
    case secureTransportError = 23
    /// The socket was connected already.
    case socketAlreadyConnected = 24
    /// The address is none.
    case socketInvalidAddress = 25
    /// A parameter of the socket is not valid.
    case socketInvalidParameter = 26
    /// The answer cannot be understood.
    case invalidResponse = 27
    /// The session moved, and not every device followed.
    case failedSessionUpdate = 28
    /// The session is not active.
    case sessionIsNotActive = 29
    /// The device could not load the media.
    case mediaLoadFailed = 30
    /// The player cannot do this in its state.
    case invalidMediaPlayerState = 31
    /// Nothing is loaded.
    case noMediaSession = 32
    /// Only a Cast session can do this.
    case notCastSession = 33
    /// The receiver reported an error of its player.
    case mediaError = 34
    /// The device answered the challenge with an error.
    case authenticationErrorReceived = 40
    /// The device's certificate cannot be read.
    case malformedClientCertificate = 41
    /// The device's certificate is of another kind than X.509.
    case notX509Certificate = 42
    /// The device's certificate leads to no trusted root.
    case deviceCertificateNotTrusted = 43
    /// The certificate of the TLS connection is not the one that was signed, or not valid.
    case sslCertificateNotTrusted = 44
    /// The answer to the challenge lacks something.
    case malformedAuthenticationResponse = 45
    /// The certificate does not allow what the device claims to do.
    case deviceCapabilityNotSupported = 46
    /// The revocation list does not hold.
    case crlInvalid = 47
    /// A certificate was taken back.
    case crlCheckFailed = 48
    /// Broadcasts are not used here.
    case broadcastMessageEncryptionFailed = 50
    /// Broadcasts are not used here.
    case broadcastKeyExchangeInvalidResponse = 51
    /// Broadcasts are not used here.
    case broadcastKeyExchangeInvalidInput = 52
    /// Broadcasts are not used here.
    case broadcastKeyExchangeEmptyResponse = 53
    /// Broadcasts are not used here.
    case broadcastKeyExchangeRequestTimeout = 54
    /// Broadcasts are not used here.
    case broadcastKeyExchangeFailedToFindDevice = 55
    /// Broadcasts are not used here.
    case broadcastKeyExchangeFailedToConnect = 56
    /// Broadcasts are not used here.
    case broadcastMessageDropped = 57
    /// Broadcasts are not used here.
    case broadcastSocketError = 58
    /// Broadcasts are not used here.
    case broadcastFailedToGenerateEncryptionKey = 59
    /// There is no guest mode any more.
    case guestModeListenFailed = 60
    /// Remote displays are not used here.
    case remoteDisplayError = 80
    /// Remote displays are not used here.
    case remoteDisplayDeviceNotSupported = 81
    /// Remote displays are not used here.
    case remoteDisplayFeatureNotSupported = 82
    /// Remote displays are not used here.
    case remoteDisplayConfigurationRejectedByReceiver = 83
    /// Remote displays are not used here.
    case remoteDisplayOpenGLError = 84
    /// Remote displays are not used here.
    case remoteDisplayMetalError = 85
    /// Remote displays are not used here.
    case remoteDisplayAudioConversionError = 86
    /// The app went to the background.
    case appDidEnterBackground = 91
    /// The connection to the device was closed.
    case disconnected = 92
    /// The device, or what plays on it, cannot do this.
    case unsupportedFeature = 93
    /// Anything else.
    case unknown = 99
    /// The device's answer to the challenge cannot be read.
    case deviceAuthenticationMessageParseFailure = 100
    /// The device answered with a challenge of its own.
    case deviceAuthenticationMessageChallengeReceivedFailure = 101
    /// The device did not answer the challenge in time.
    case deviceAuthenticationTimeoutFailure = 102
    /// A person declined the launch on the television.
    case launchRequestCancelled = 103
    /// The running application lacks a namespace.
    case applicationNotRunningWithNamespaceMismatched = 104
    /// The application was gone when the session was to be resumed.
    case applicationNotRunningWhenResumed = 105
    /// The application to join does not run.
    case applicationNotRunningForJoin = 106
    /// The application was gone when the connection came back.
    case applicationNotRunningForJoinWhenReconnecting = 107
    /// Another application runs.
    case applicationNotRunningWithApplicationIDMismatch = 108
}
