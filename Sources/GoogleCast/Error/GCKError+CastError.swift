// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastTransport
import CastWire
import Foundation

extension GCKError {
    /// The subject of a failed operation. The same failure has different codes for media and for sessions.
    enum Scope {
        /// The connection, the session, the device or its volume.
        case session
        /// Media.
        case media
    }

    /// Creates an error from an error of the engine, with the original framework's code. The receiver's error details
    /// are stored under the original framework's keys.
    convenience init(_ error: CastError, in scope: Scope = .session) {
        var info: [String: Any] = [NSLocalizedFailureReasonErrorKey: error.reason]
        info[kGCKErrorReasonKey] = error.payload?.reason
        info[kGCKErrorExtraInfoKey] = error.payload?.extendedError ?? error.reason
        info[kGCKErrorDetailedCodeKey] = error.payload?.detailedErrorCode.map { NSNumber(value: $0.rawValue) }
        info[kGCKErrorCustomDataKey] = error.payload?.customData?.foundationObject
        info[NSUnderlyingErrorKey] = error.cause.map(underlying)
        self.init(code: GCKErrorCode(error, in: scope), userInfo: info)
    }

    /// Creates an error from the reason for which a connection was closed.
    convenience init(_ reason: CloseReason) {
        self.init(
            code: GCKErrorCode(reason),
            userInfo: [
                NSLocalizedFailureReasonErrorKey: String(describing: reason),
                kGCKErrorExtraInfoKey: String(describing: reason),
            ]
        )
    }

    /// Creates an error from the reason for which a session ended. Returns nil if this sender ended the session.
    convenience init?(_ reason: SessionEndReason, device: CastDevice) {
        guard let error = reason.error(device: device) else { return nil }
        guard let code = GCKErrorCode(reason) else {
            self.init(error)
            return
        }
        self.init(code: code, userInfo: GCKError(error).userInfo.filter { $0.key != NSLocalizedDescriptionKey })
    }
}

/// Converts an error to the form in which Foundation's errors refer to underlying errors.
private func underlying(_ error: any Error) -> NSError {
    if let error = error as? GCKError { return error }
    if let error = error as? CastError { return GCKError(error) }
    return NSError(
        domain: String(reflecting: type(of: error)),
        code: 0,
        userInfo: [NSLocalizedDescriptionKey: String(describing: error)]
    )
}

extension GCKErrorCode {
    /// The engine's codes that map to one code in every scope.
    private static let codes: [CastError.Code: GCKErrorCode] = [
        .deviceNotFound: .timeout,
        .deviceAmbiguous: .invalidRequest,
        .noNetwork: .networkNotReachable,
        .localNetworkDenied: .networkNotReachable,
        .servicesNotDeclared: .networkNotReachable,
        .connectTimedOut: .timeout,
        .handshakeFailed: .secureTransportError,
        .appBackgrounded: .appDidEnterBackground,
        .requestTimedOut: .timeout,
        .requestCancelled: .cancelled,
        .requestReplaced: .replaced,
        .invalidResponse: .invalidResponse,
        .messageTooLarge: .messageTooBig,
        .channelNotConnected: .channelNotConnected,
        .queueFull: .sendBufferFull,
        .invalidArgument: .invalidRequest,
        .groupMemberGone: .deviceNotConnected,
        .appNotRunning: .applicationNotRunning,
        .sessionExists: .invalidState,
        .noSession: .sessionIsNotActive,
        .namespaceMissing: .applicationNotRunningWithNamespaceMismatched,
        .noMediaSession: .noMediaSession,
        .invalidPlayerState: .invalidMediaPlayerState,
        .loadFailed: .mediaLoadFailed,
        .loadCancelled: .cancelled,
        .itemNotFound: .invalidRequest,
        .mediaError: .mediaError,
    ]

    init(_ error: CastError, in scope: GCKError.Scope = .session) {
        if let code = Self.codes[error.code] {
            self = code
            return
        }
        switch error.code {
        case .connectFailed: self = Self.connecting(error)
        case .notAuthenticated: self = Self.authenticating(error)
        case .launchFailed, .launchDenied: self = Self.launching(error)
        case .invalidRequest, .notSupported: self = Self.refused(error, in: scope)
        case .connectionClosed: self = scope == .media ? .networkError : .disconnected
        case .heartbeatLost: self = scope == .media ? .networkError : .timeout
        case .sessionEnded: self = scope == .media ? .channelNotConnected : .disconnected
        case .queueIncomplete: self = (error.cause as? CastError).map { Self($0, in: scope) } ?? .mediaLoadFailed
        default: self = .unknown
        }
    }

    private static func connecting(_ error: CastError) -> GCKErrorCode {
        guard let cause = error.cause as? CastConnectError else { return .networkError }
        return switch cause.code {
        case .unknownHost: .socketInvalidAddress
        case .unreachable: .networkNotReachable
        default: .networkError
        }
    }

    private static func authenticating(_ error: CastError) -> GCKErrorCode {
        let failure = error.cause as? DeviceAuthenticationFailure
        return failure.flatMap { GCKErrorCode(rawValue: $0.code.sdkNumber) } ?? .deviceAuthenticationFailure
    }

    private static func launching(_ error: CastError) -> GCKErrorCode {
        guard let payload = error.payload else { return .applicationNotRunning }
        if payload.extendedError?.hasPrefix("USER_NOT") == true { return .launchRequestCancelled }
        return switch payload.reason.map(LaunchErrorReason.init(rawValue:)) {
        case LaunchErrorReason.notFound: .applicationNotFound
        case LaunchErrorReason.cancelled: .cancelled
        case LaunchErrorReason.notAllowed: .notAllowed
        case LaunchErrorReason.castInitTimeout: .timeout
        default: error.code == .launchDenied ? .launchRequestCancelled : .unknown
        }
    }

    private static func refused(_ error: CastError, in scope: GCKError.Scope) -> GCKErrorCode {
        switch error.payload?.reason.map(InvalidRequestReason.init(rawValue:)) {
        case InvalidRequestReason.duplicateRequestID, InvalidRequestReason.duplicateRequestIDLegacy:
            .duplicateRequest
        case InvalidRequestReason.invalidSessionID:
            .invalidApplicationSessionID
        case InvalidRequestReason(rawValue: LaunchErrorReason.notAllowed.rawValue):
            .notAllowed
        default:
            error.code == .notSupported && scope == .session ? .unsupportedFeature : .invalidRequest
        }
    }

    init(_ reason: CloseReason) {
        self =
            switch reason {
            case .closedLocally, .droppedByPlatform: .disconnected
            case .appBackgrounded: .appDidEnterBackground
            case .closedByDevice, .failure: .networkError
            case .heartbeatLost: .timeout
            case .protocolViolation: .protocolError
            case .sendQueueFull: .sendBufferFull
            }
    }

    /// The code for reasons that are more specific than their error. Nil if the code of the error is to be used.
    fileprivate init?(_ reason: SessionEndReason) {
        switch reason {
        case .replaced, .appClosed, .relaunched: self = .applicationNotRunning
        case .closedByApp: self = .disconnected
        case .transferred: self = .failedSessionUpdate
        case .connectionLost(let reason): self = GCKErrorCode(reason)
        case .notResumed(.otherAppRuns, _): self = .applicationNotRunningWithApplicationIDMismatch
        case .notResumed(.appNotRunning, let suspended), .notResumed(.sessionReplaced, let suspended):
            switch suspended {
            case .connectionLost, .networkUnreachable, .transferring:
                self = .applicationNotRunningForJoinWhenReconnecting
            case .appBackgrounded, .appTerminated, .requested:
                self = .applicationNotRunningWhenResumed
            }
        case .notResumed(.deviceUnreachable, _), .launchFailed, .stopped, .left: return nil
        }
    }
}
