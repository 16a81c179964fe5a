// SPDX-License-Identifier: Apache-2.0

/// The code of a ``GCKError``. The raw values are those of the original framework.
#if canImport(ObjectiveC)
@objc(GCKErrorCode)
#endif
public enum GCKErrorCode: Int, CaseIterable, Sendable {
    /// No error. Never reported.
    case noError = 0
    /// The connection was refused or lost.
    case networkError = 1
    /// The request timed out.
    case timeout = 2
    /// The device couldn't be authenticated.
    case deviceAuthenticationFailure = 3
    /// The request or one of its arguments is invalid.
    case invalidRequest = 4
    /// The request was canceled.
    case cancelled = 5
    /// The request was superseded by a newer request of the same kind.
    case replaced = 6
    /// The device doesn't allow the request.
    case notAllowed = 7
    /// The request was already sent.
    case duplicateRequest = 8
    /// The request isn't possible in the current state.
    case invalidState = 9
    /// The send buffer is full.
    case sendBufferFull = 10
    /// The message exceeds the maximum frame size.
    case messageTooBig = 11
    /// The channel isn't connected to its application.
    case channelNotConnected = 12
    /// The user isn't authorized to use the device.
    case deviceAuthorizationFailure = 13
    /// The device isn't connected.
    case deviceNotConnected = 14
    /// The sender and the device use different protocol versions.
    case protocolVersionMismatch = 15
    /// The device has reached its maximum number of senders.
    case maxUsersConnected = 16
    /// The network of the device isn't reachable.
    case networkNotReachable = 17
    /// The device violated the Cast protocol.
    case protocolError = 18
    /// The Cast context already exists.
    case alreadyInitialized = 19
    /// The device couldn't find the application.
    case applicationNotFound = 20
    /// The application isn't running.
    case applicationNotRunning = 21
    /// No application has this session ID.
    case invalidApplicationSessionID = 22
    /// The TLS handshake failed.
    case secureTransportError = 23
    /// The socket is already connected.
    case socketAlreadyConnected = 24
    /// The socket address is invalid.
    case socketInvalidAddress = 25
    /// A socket parameter is invalid.
    case socketInvalidParameter = 26
    /// The device sent an invalid response.
    case invalidResponse = 27
    /// The session was transferred, but not every device followed.
    case failedSessionUpdate = 28
    /// The session isn't active.
    case sessionIsNotActive = 29
    /// The device couldn't load the media.
    case mediaLoadFailed = 30
    /// The request isn't possible in the current state of the media player.
    case invalidMediaPlayerState = 31
    /// No media is loaded.
    case noMediaSession = 32
    /// The request requires a Cast session.
    case notCastSession = 33
    /// The media player on the device reported an error.
    case mediaError = 34
    /// The device answered the authentication challenge with an error.
    case authenticationErrorReceived = 40
    /// The device's certificate is malformed.
    case malformedClientCertificate = 41
    /// The device's certificate isn't an X.509 certificate.
    case notX509Certificate = 42
    /// The device's certificate doesn't lead to a trusted root.
    case deviceCertificateNotTrusted = 43
    /// The TLS certificate is invalid, or isn't the one that the device signed.
    #if canImport(ObjectiveC)
    @objc(GCKErrorCodeSSLCertificateNotTrusted)
    #endif
    case sslCertificateNotTrusted = 44
    /// The response to the authentication challenge is incomplete.
    case malformedAuthenticationResponse = 45
    /// The device's certificate doesn't allow a capability that the device claims.
    case deviceCapabilityNotSupported = 46
    /// The certificate revocation list is invalid.
    #if canImport(ObjectiveC)
    @objc(GCKErrorCodeCRLInvalid)
    #endif
    case crlInvalid = 47
    /// A certificate was revoked.
    #if canImport(ObjectiveC)
    @objc(GCKErrorCodeCRLCheckFailed)
    #endif
    case crlCheckFailed = 48
    /// Not used. Broadcasts are not supported.
    case broadcastMessageEncryptionFailed = 50
    /// Not used. Broadcasts are not supported.
    case broadcastKeyExchangeInvalidResponse = 51
    /// Not used. Broadcasts are not supported.
    case broadcastKeyExchangeInvalidInput = 52
    /// Not used. Broadcasts are not supported.
    case broadcastKeyExchangeEmptyResponse = 53
    /// Not used. Broadcasts are not supported.
    case broadcastKeyExchangeRequestTimeout = 54
    /// Not used. Broadcasts are not supported.
    case broadcastKeyExchangeFailedToFindDevice = 55
    /// Not used. Broadcasts are not supported.
    case broadcastKeyExchangeFailedToConnect = 56
    /// Not used. Broadcasts are not supported.
    case broadcastMessageDropped = 57
    /// Not used. Broadcasts are not supported.
    case broadcastSocketError = 58
    /// Not used. Broadcasts are not supported.
    case broadcastFailedToGenerateEncryptionKey = 59
    /// Not used. Guest mode is not supported.
    case guestModeListenFailed = 60
    /// Not used. Remote displays are not supported.
    case remoteDisplayError = 80
    /// Not used. Remote displays are not supported.
    case remoteDisplayDeviceNotSupported = 81
    /// Not used. Remote displays are not supported.
    case remoteDisplayFeatureNotSupported = 82
    /// Not used. Remote displays are not supported.
    case remoteDisplayConfigurationRejectedByReceiver = 83
    /// Not used. Remote displays are not supported.
    case remoteDisplayOpenGLError = 84
    /// Not used. Remote displays are not supported.
    case remoteDisplayMetalError = 85
    /// Not used. Remote displays are not supported.
    case remoteDisplayAudioConversionError = 86
    /// The app entered the background.
    case appDidEnterBackground = 91
    /// The connection to the device was closed.
    case disconnected = 92
    /// The device or its application doesn't support this feature.
    case unsupportedFeature = 93
    /// An error without a code of its own.
    case unknown = 99
    /// The response to the authentication challenge can't be parsed.
    case deviceAuthenticationMessageParseFailure = 100
    /// The device answered the authentication challenge with a challenge.
    case deviceAuthenticationMessageChallengeReceivedFailure = 101
    /// The device didn't answer the authentication challenge in time.
    case deviceAuthenticationTimeoutFailure = 102
    /// The user declined the launch on the TV.
    case launchRequestCancelled = 103
    /// The running application doesn't support a required namespace.
    case applicationNotRunningWithNamespaceMismatched = 104
    /// The application was no longer running when the session was resumed.
    case applicationNotRunningWhenResumed = 105
    /// The application to join isn't running.
    case applicationNotRunningForJoin = 106
    /// The application was no longer running when the connection was restored.
    case applicationNotRunningForJoinWhenReconnecting = 107
    /// Another application is running.
    case applicationNotRunningWithApplicationIDMismatch = 108
}

/// The user-facing descriptions of the error codes.
let errorTexts: [GCKErrorCode: String] = [
    .noError: "No error occurred.",
    .networkError: "The connection was refused or lost.",
    .timeout: "The request timed out.",
    .deviceAuthenticationFailure: "The device couldn't be authenticated.",
    .invalidRequest: "The request or one of its arguments is invalid.",
    .cancelled: "The request was canceled.",
    .replaced: "The request was superseded by a newer request of the same kind.",
    .notAllowed: "The device doesn't allow the request.",
    .duplicateRequest: "The request was already sent.",
    .invalidState: "The request isn't possible in the current state.",
    .sendBufferFull: "The send buffer is full.",
    .messageTooBig: "The message exceeds the maximum frame size.",
    .channelNotConnected: "The channel isn't connected to its application.",
    .deviceAuthorizationFailure: "The user isn't authorized to use the device.",
    .deviceNotConnected: "The device isn't connected.",
    .protocolVersionMismatch: "The sender and the device use different protocol versions.",
    .maxUsersConnected: "The device has reached its maximum number of senders.",
    .networkNotReachable: "The network of the device isn't reachable.",
    .protocolError: "The device violated the Cast protocol.",
    .alreadyInitialized: "The Cast context already exists.",
    .applicationNotFound: "The device couldn't find the application.",
    .applicationNotRunning: "The application isn't running.",
    .invalidApplicationSessionID: "No application has this session ID.",
    .secureTransportError: "The TLS handshake failed.",
    .socketAlreadyConnected: "The socket is already connected.",
    .socketInvalidAddress: "The socket address is invalid.",
    .socketInvalidParameter: "A socket parameter is invalid.",
    .invalidResponse: "The device sent an invalid response.",
    .failedSessionUpdate: "The session was transferred, but not every device followed.",
    .sessionIsNotActive: "The session isn't active.",
    .mediaLoadFailed: "The device couldn't load the media.",
    .invalidMediaPlayerState: "The request isn't possible in the current state of the media player.",
    .noMediaSession: "No media is loaded.",
    .notCastSession: "The request requires a Cast session.",
    .mediaError: "The media player on the device reported an error.",
    .authenticationErrorReceived: "The device answered the authentication challenge with an error.",
    .malformedClientCertificate: "The device's certificate is malformed.",
    .notX509Certificate: "The device's certificate isn't an X.509 certificate.",
    .deviceCertificateNotTrusted: "The device's certificate doesn't lead to a trusted root.",
    .sslCertificateNotTrusted: "The TLS certificate is invalid, or isn't the one that the device signed.",
    .malformedAuthenticationResponse: "The response to the authentication challenge is incomplete.",
    .deviceCapabilityNotSupported: "The device's certificate doesn't allow a capability that the device claims.",
    .crlInvalid: "The certificate revocation list is invalid.",
    .crlCheckFailed: "A certificate was revoked.",
    .broadcastMessageEncryptionFailed: "Broadcast message encryption failed. Broadcasts are not supported.",
    .broadcastKeyExchangeInvalidResponse: "Broadcast key exchange invalid response. Broadcasts are not supported.",
    .broadcastKeyExchangeInvalidInput: "Broadcast key exchange invalid input. Broadcasts are not supported.",
    .broadcastKeyExchangeEmptyResponse: "Broadcast key exchange empty response. Broadcasts are not supported.",
    .broadcastKeyExchangeRequestTimeout: "Broadcast key exchange request timeout. Broadcasts are not supported.",
    .broadcastKeyExchangeFailedToFindDevice:
        "Broadcast key exchange failed to find device. Broadcasts are not supported.",
    .broadcastKeyExchangeFailedToConnect: "Broadcast key exchange failed to connect. Broadcasts are not supported.",
    .broadcastMessageDropped: "Broadcast message dropped. Broadcasts are not supported.",
    .broadcastSocketError: "Broadcast socket error. Broadcasts are not supported.",
    .broadcastFailedToGenerateEncryptionKey:
        "Broadcast failed to generate encryption key. Broadcasts are not supported.",
    .guestModeListenFailed: "Listening for guest mode connections failed. Guest mode is not supported.",
    .remoteDisplayError: "Remote display error. Remote displays are not supported.",
    .remoteDisplayDeviceNotSupported: "Remote display device not supported. Remote displays are not supported.",
    .remoteDisplayFeatureNotSupported: "Remote display feature not supported. Remote displays are not supported.",
    .remoteDisplayConfigurationRejectedByReceiver:
        "Remote display configuration rejected by receiver. Remote displays are not supported.",
    .remoteDisplayOpenGLError: "Remote display OpenGL error. Remote displays are not supported.",
    .remoteDisplayMetalError: "Remote display metal error. Remote displays are not supported.",
    .remoteDisplayAudioConversionError: "Remote display audio conversion error. Remote displays are not supported.",
    .appDidEnterBackground: "The app entered the background.",
    .disconnected: "The connection to the device was closed.",
    .unsupportedFeature: "The device or its application doesn't support this feature.",
    .unknown: "An unknown error occurred.",
    .deviceAuthenticationMessageParseFailure: "The response to the authentication challenge can't be parsed.",
    .deviceAuthenticationMessageChallengeReceivedFailure:
        "The device answered the authentication challenge with a challenge.",
    .deviceAuthenticationTimeoutFailure: "The device didn't answer the authentication challenge in time.",
    .launchRequestCancelled: "The launch was declined on the TV.",
    .applicationNotRunningWithNamespaceMismatched: "The running application doesn't support a required namespace.",
    .applicationNotRunningWhenResumed: "The application was no longer running when the session was resumed.",
    .applicationNotRunningForJoin: "The application to join isn't running.",
    .applicationNotRunningForJoinWhenReconnecting:
        "The application was no longer running when the connection was restored.",
    .applicationNotRunningWithApplicationIDMismatch: "Another application is running.",
]
