// SPDX-License-Identifier: Apache-2.0

import CastTransport
import CastWire
import Foundation
import Testing

@testable import CastSender
@testable import GoogleCast

@Suite("GCKError")
struct GCKErrorTests {
    @Test("E3 the receiver's custom data is under its key")
    func customData() {
        let error = GCKError(code: .mediaError, customData: ["a": 1])
        #expect(error.code == 34 && error.domain == kGCKErrorDomain)
        #expect((error.userInfo[kGCKErrorCustomDataKey] as? [String: Int]) == ["a": 1])
        #expect(GCKError(code: .mediaError, customData: nil).userInfo[kGCKErrorCustomDataKey] == nil)
    }

    @Test("E4 each code has its own text, which is the error's description")
    func texts() {
        let texts = GCKErrorCode.allCases.map { GCKError.enumDescription(for: $0) }
        #expect(Set(texts).count == texts.count && !texts.contains(""))
        for code in GCKErrorCode.allCases {
            #expect(GCKError(code: code).localizedDescription == GCKError.enumDescription(for: code))
        }
    }

    @Test("E5 a GCKError is an NSError: it can be thrown, caught, compared and archived")
    func bridging() throws {
        func fail() throws { throw GCKError(code: .timeout) }
        do {
            try fail()
        } catch let error as NSError {
            #expect(error.domain == kGCKErrorDomain && error.code == GCKErrorCode.timeout.rawValue)
        }
        #expect(GCKError(code: .timeout) == GCKError(code: .timeout))
        #expect(GCKError(code: .timeout) != GCKError(code: .cancelled))
        #expect(GCKError(code: .timeout) != GCKError(code: .timeout, customData: 1))
        let error: any Error = GCKError(code: .timeout)
        #expect((error as? GCKError)?.code == 2)
        #expect(Set([GCKError(code: .timeout), GCKError(code: .timeout), GCKError(code: .unknown)]).count == 2)
        let read = try archived(GCKError(code: .timeout))
        #expect(read?.code == 2 && read?.domain == kGCKErrorDomain)
    }

    private func error(_ code: CastError.Code, _ fields: JSONObject? = nil, cause: (any Error)? = nil) -> CastError {
        CastError(code, "reason", device: "TV", payload: fields.map(DevicePayload.init(fields:)), cause: cause)
    }

    private static let refusals: [(fields: JSONObject, code: GCKErrorCode)] = [
        (["type": "LAUNCH_ERROR", "reason": "NOT_FOUND"], .applicationNotFound),
        (["type": "LAUNCH_ERROR", "reason": "CANCELLED"], .cancelled),
        (["type": "LAUNCH_ERROR", "reason": "NOT_ALLOWED"], .notAllowed),
        (["type": "LAUNCH_ERROR", "reason": "CAST_INIT_TIMEOUT"], .timeout),
        (["type": "LAUNCH_ERROR", "reason": "SYSTEM_ERROR"], .unknown),
        (["type": "LAUNCH_ERROR"], .unknown),
        (
            ["type": "LAUNCH_ERROR", "reason": "CANCELLED", "extendedError": "USER_NOT_ALLOWED"],
            .launchRequestCancelled
        ),
        (
            ["type": "LAUNCH_ERROR", "reason": "CANCELLED", "extendedError": "USER_NOTIFICATIONS_DISABLED"],
            .launchRequestCancelled
        ),
        (["type": "INVALID_REQUEST", "reason": "INVALID_COMMAND"], .invalidRequest),
        (["type": "INVALID_REQUEST", "reason": "DUPLICATE_REQUEST_ID"], .duplicateRequest),
        (["type": "INVALID_REQUEST", "reason": "DUPLICATE_REQUESTID"], .duplicateRequest),
        (["type": "INVALID_REQUEST", "reason": "INVALID_SESSION_ID"], .invalidApplicationSessionID),
        (["type": "INVALID_REQUEST", "reason": "NOT_ALLOWED"], .notAllowed),
        (["type": "INVALID_REQUEST"], .invalidRequest),
        (["type": "LOAD_FAILED", "detailedErrorCode": 104], .mediaLoadFailed),
        (["type": "LOAD_CANCELLED"], .cancelled),
        (["type": "INVALID_PLAYER_STATE"], .invalidMediaPlayerState),
        (["type": "ERROR", "detailedErrorCode": 999], .mediaError),
    ]

    @Test(
        "E6 each error of a receiver has the original's code",
        arguments: refusals.indices
    )
    func refused(_ index: Int) {
        let (fields, code) = Self.refusals[index]
        let refused = CastError.refused("LOAD", by: DevicePayload(fields: fields), device: "TV")
        #expect(GCKError(refused, in: .media).code == code.rawValue)
        #expect(GCKError(refused).code == code.rawValue)
    }

    @Test("E6 A20 the receiver's reason and detailed code are under the original's keys")
    func words() throws {
        let refused = error(
            .loadFailed,
            [
                "type": "LOAD_FAILED", "reason": "VIDEO_DEVICE_REQUIRED", "detailedErrorCode": 104,
                "customData": ["a": [1]],
            ]
        )
        let info = GCKError(refused, in: .media).userInfo
        #expect(info[kGCKErrorReasonKey] as? String == "VIDEO_DEVICE_REQUIRED")
        #expect(info[kGCKErrorDetailedCodeKey] as? Int == 104)
        #expect((info[kGCKErrorCustomDataKey] as? [String: Any])?["a"] as? [Int] == [1])
        #expect(info[kGCKErrorExtraInfoKey] as? String == "reason")
        let launch = error(.launchFailed, ["type": "LAUNCH_ERROR", "extendedError": "E"])
        #expect(GCKError(launch).userInfo[kGCKErrorExtraInfoKey] as? String == "E")
    }

    @Test(
        "Every other error of the engine has a code",
        arguments: [
            (.deviceNotFound, .timeout), (.deviceAmbiguous, .invalidRequest), (.noNetwork, .networkNotReachable),
            (.connectFailed, .networkError), (.connectTimedOut, .timeout), (.handshakeFailed, .secureTransportError),
            (.notAuthenticated, .deviceAuthenticationFailure), (.connectionClosed, .disconnected),
            (.heartbeatLost, .timeout), (.appBackgrounded, .appDidEnterBackground), (.requestTimedOut, .timeout),
            (.requestCancelled, .cancelled), (.requestReplaced, .replaced), (.invalidResponse, .invalidResponse),
            (.messageTooLarge, .messageTooBig), (.channelNotConnected, .channelNotConnected),
            (.queueFull, .sendBufferFull), (.invalidArgument, .invalidRequest), (.notSupported, .unsupportedFeature),
            (.groupMemberGone, .deviceNotConnected), (.launchFailed, .applicationNotRunning),
            (.appNotRunning, .applicationNotRunning), (.sessionEnded, .disconnected), (.sessionExists, .invalidState),
            (.noSession, .sessionIsNotActive), (.namespaceMissing, .applicationNotRunningWithNamespaceMismatched),
            (.noMediaSession, .noMediaSession), (.itemNotFound, .invalidRequest), (.queueIncomplete, .mediaLoadFailed),
        ] as [(CastError.Code, GCKErrorCode)]
    )
    func others(_ engine: CastError.Code, _ code: GCKErrorCode) {
        #expect(GCKError(error(engine)).code == code.rawValue)
    }

    @Test(
        "Errors of media requests have other codes than errors of session requests",
        arguments: [
            (.connectionClosed, .networkError), (.heartbeatLost, .networkError), (.sessionEnded, .channelNotConnected),
            (.notSupported, .invalidRequest),
        ] as [(CastError.Code, GCKErrorCode)]
    )
    func media(_ engine: CastError.Code, _ code: GCKErrorCode) {
        #expect(GCKError(error(engine), in: .media).code == code.rawValue)
    }

    @Test("A queue that was inserted in part fails with the code of the cause")
    func partial() {
        let cause = error(.requestTimedOut)
        #expect(GCKError(error(.queueIncomplete, cause: cause), in: .media).code == GCKErrorCode.timeout.rawValue)
    }

    @Test(
        "Each connection failure has its code and an underlying error",
        arguments: [
            (.unknownHost, .socketInvalidAddress), (.refused, .networkError), (.unreachable, .networkNotReachable),
            (.timedOut, .timeout), (.handshakeTimedOut, .secureTransportError),
            (.handshakeFailed, .secureTransportError),
            (.failed, .networkError),
        ] as [(CastConnectError.Code, GCKErrorCode)]
    )
    func connecting(_ reason: CastConnectError.Code, _ code: GCKErrorCode) throws {
        let cause = CastConnectError(reason, endpoint: CastEndpoint(host: "10.0.0.1", port: 8009))
        let error = GCKError(CastError.notConnected(cause, device: "TV"))
        #expect(error.code == code.rawValue)
        let below = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(below.localizedDescription == String(describing: cause))
    }

    @Test(
        "E7 each failure of device authentication has the original's number",
        arguments: [
            (.noTLS, 3), (.timedOut, 102), (.interrupted, 3), (.unexpectedMessage, 3), (.messageUnreadable, 100),
            (.refusedByDevice, 40), (.challengeReceived, 101), (.responseIncomplete, 45),
            (.tlsCertificateUnreadable, 44),
            (.tlsCertificateNotYetValid, 44), (.tlsCertificateExpired, 44), (.tlsCertificateTooLong, 44),
            (.tlsCertificateNotSelfSigned, 44), (.nonceMismatch, 3), (.digestUnsupported, 3),
            (.certificateUnreadable, 41), (.notX509, 42),
            (.keyUnusable, 43), (.certificateRestricted, 43), (.untrusted, 43), (.certificateDateInvalid, 43),
            (.pathTooLong, 43), (.signatureAlgorithmUnsupported, 43), (.nameNotPermitted, 43), (.signatureEmpty, 45),
            (.signatureMismatch, 44), (.revocationListInvalid, 47), (.revoked, 48), (.capabilityMismatch, 46),
            (.expiredIntermediate, 43),
        ] as [(DeviceAuthenticationFailure.Code, Int)]
    )
    func authentication(_ failure: DeviceAuthenticationFailure.Code, _ number: Int) {
        let cause = DeviceAuthenticationFailure(failure, "seen")
        #expect(GCKError(CastError.notAuthenticated(cause, device: "TV")).code == number)
    }

    @Test(
        "Each reason for a closed connection has a code",
        arguments: [
            (.closedLocally, .disconnected), (.appBackgrounded, .appDidEnterBackground),
            (.closedByDevice, .networkError),
            (.droppedByPlatform, .disconnected), (.heartbeatLost, .timeout), (.protocolViolation("x"), .protocolError),
            (.sendQueueFull, .sendBufferFull), (.failure("x"), .networkError),
        ] as [(CloseReason, GCKErrorCode)]
    )
    func closed(_ reason: CloseReason, _ code: GCKErrorCode) { #expect(GCKError(reason).code == code.rawValue) }

    @Test(
        "Each end of a session that this sender did not request has a code",
        arguments: [
            (.replaced(byAppID: "X"), .applicationNotRunning), (.appClosed, .applicationNotRunning),
            (.relaunched, .applicationNotRunning), (.closedByApp, .disconnected),
            (.transferred(to: "X"), .failedSessionUpdate),
            (.connectionLost(.heartbeatLost), .timeout),
            (.notResumed(.appNotRunning, after: .appBackgrounded), .applicationNotRunningWhenResumed),
            (.notResumed(.appNotRunning, after: .appTerminated), .applicationNotRunningWhenResumed),
            (.notResumed(.appNotRunning, after: .networkUnreachable), .applicationNotRunningForJoinWhenReconnecting),
            (
                .notResumed(.sessionReplaced, after: .connectionLost(.closedByDevice)),
                .applicationNotRunningForJoinWhenReconnecting
            ),
            (
                .notResumed(.otherAppRuns(appID: nil), after: .requested),
                .applicationNotRunningWithApplicationIDMismatch
            ),
            (.notResumed(.deviceUnreachable(nil), after: .requested), .timeout),
        ] as [(SessionEndReason, GCKErrorCode)]
    )
    func ended(_ reason: SessionEndReason, _ code: GCKErrorCode) throws {
        let device = CastDevice(at: CastEndpoint(host: "10.0.0.1", port: 8009))
        let error = try #require(GCKError(reason, device: device))
        #expect(error.code == code.rawValue)
        #expect(error.localizedDescription == GCKError.enumDescription(for: code))
        #expect(error.userInfo[kGCKErrorExtraInfoKey] as? String != nil)
    }

    @Test("A session that this sender ended has no error", arguments: [SessionEndReason.stopped, .left])
    func intended(_ reason: SessionEndReason) {
        #expect(GCKError(reason, device: CastDevice(at: CastEndpoint(host: "10.0.0.1", port: 8009))) == nil)
    }
}
