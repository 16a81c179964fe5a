// SPDX-License-Identifier: Apache-2.0

import Foundation
import GoogleCast
import Testing

/// The raw values that apps store and compare. Uses only public API, so that it compiles against the original
/// framework, too.
@Suite("Raw values of the API")
struct RawValueTests {
    private static func table<Value: RawRepresentable>(_ values: Value...) -> [Int]
    where Value.RawValue: BinaryInteger {
        values.map { Int($0.rawValue) }
    }

    @Test("U9 the raw values of GCKHLSSegmentFormat equal the original's")
    func hLSSegmentFormat() {
        #expect(
            Self.table(GCKHLSSegmentFormat.undefined, .AAC, .AC3, .MP3, .TS, .TS_AAC, .E_AC3, .FMP4) == [
                0, 1, 2, 3, 4, 5, 6, 7,
            ]
        )
    }

    @Test("U9 the raw values of GCKNetworkAddressType equal the original's")
    func networkAddressType() {
        #expect(Self.table(GCKNetworkAddressType.unknown, .iPv4, .iPv6, .IPC) == [0, 1, 2, 3])
    }

    @Test("U9 the raw values of GCKStreamingProtocolType equal the original's")
    func streamingProtocolType() {
        #expect(Self.table(GCKStreamingProtocolType.unknown, .MPEGDASH, .HLS, .smoothStreaming) == [0, 1, 2, 3])
    }

    @Test("U9 the raw values of GCKConnectionState equal the original's")
    func connectionState() {
        #expect(Self.table(GCKConnectionState.disconnected, .connecting, .connected, .disconnecting) == [0, 1, 2, 3])
    }

    @Test("U9 the raw values of GCKConnectionSuspendReason equal the original's")
    func connectionSuspendReason() {
        #expect(
            Self.table(
                GCKConnectionSuspendReason.unknown,
                .none,
                .appBackgrounded,
                .networkError,
                .networkNotReachable,
                .appTerminated
            ) == [-1, 0, 1, 2, 3, 4]
        )
    }

    @Test("U9 the raw values of GCKActiveInputStatus equal the original's")
    func activeInputStatus() {
        #expect(Self.table(GCKActiveInputStatus.unknown, .inactive, .active) == [-1, 0, 1])
    }

    @Test("U9 the raw values of GCKStandbyStatus equal the original's")
    func standbyStatus() {
        #expect(Self.table(GCKStandbyStatus.unknown, .inactive, .active) == [-1, 0, 1])
    }

    @Test("U9 the raw values of GCKCastState equal the original's")
    func castState() {
        #expect(Self.table(GCKCastState.noDevicesAvailable, .notConnected, .connecting, .connected) == [0, 1, 2, 3])
    }

    @Test("U9 the raw values of GCKDeviceStatus equal the original's")
    func deviceStatus() {
        #expect(Self.table(GCKDeviceStatus.unknown, .idle, .busy) == [-1, 0, 1])
    }

    @Test("U9 the raw values of GCKDeviceType equal the original's")
    func deviceType() {
        #expect(Self.table(GCKDeviceType.generic, .TV, .speaker, .speakerGroup, .nearbyUnpaired) == [0, 1, 2, 3, 4])
    }

    @Test("U9 the raw values of GCKMediaMetadataType equal the original's")
    func mediaMetadataType() {
        #expect(
            Self.table(GCKMediaMetadataType.generic, .movie, .tvShow, .musicTrack, .photo, .audioBookChapter, .user)
                == [0, 1, 2, 3, 4, 5, 100]
        )
    }

    @Test("U9 the raw values of GCKMediaResumeState equal the original's")
    func mediaResumeState() {
        #expect(Self.table(GCKMediaResumeState.unchanged, .play, .pause) == [0, 1, 2])
    }

    @Test("U9 the raw values of GCKMediaRepeatMode equal the original's")
    func mediaRepeatMode() {
        #expect(Self.table(GCKMediaRepeatMode.unchanged, .off, .single, .all, .allAndShuffle) == [0, 1, 2, 3, 4])
    }

    @Test("U9 the raw values of GCKHLSVideoSegmentFormat equal the original's")
    func hLSVideoSegmentFormat() {
        #expect(Self.table(GCKHLSVideoSegmentFormat.undefined, .MPEG2_TS, .FMP4) == [0, 1, 2])
    }

    @Test("U9 the raw values of GCKMediaStreamType equal the original's")
    func mediaStreamType() {
        #expect(Self.table(GCKMediaStreamType.none, .buffered, .live, .unknown) == [0, 1, 2, 99])
    }

    @Test("U9 the raw values of GCKMediaPlayerState equal the original's")
    func mediaPlayerState() {
        #expect(
            Self.table(GCKMediaPlayerState.unknown, .idle, .playing, .paused, .buffering, .loading) == [
                0, 1, 2, 3, 4, 5,
            ]
        )
    }

    @Test("U9 the raw values of GCKMediaPlayerIdleReason equal the original's")
    func mediaPlayerIdleReason() {
        #expect(
            Self.table(GCKMediaPlayerIdleReason.none, .finished, .cancelled, .interrupted, .error) == [0, 1, 2, 3, 4]
        )
    }

    @Test("U9 the raw values of GCKRequestAbortReason equal the original's")
    func requestAbortReason() {
        #expect(Self.table(GCKRequestAbortReason.replaced, .cancelled) == [1, 2])
    }

    @Test("U9 the raw values of GCKDiscoveryState equal the original's")
    func discoveryState() {
        #expect(Self.table(GCKDiscoveryState.stopped, .running) == [0, 1])
    }

    @Test("U9 the raw values of GCKLoggerLevel equal the original's")
    func loggerLevel() {
        #expect(
            Self.table(GCKLoggerLevel.none, .verbose, .debug, .info, .warning, .error, .assert) == [
                0, 1, 2, 3, 4, 5, 6,
            ]
        )
    }

    @Test("U9 the raw values of GCKMediaQueueContainerType equal the original's")
    func mediaQueueContainerType() {
        #expect(Self.table(GCKMediaQueueContainerType.generic, .audioBook) == [0, 1])
    }

    @Test("U9 the raw values of GCKMediaQueueType equal the original's")
    func mediaQueueType() {
        #expect(
            Self.table(
                GCKMediaQueueType.generic,
                .album,
                .playlist,
                .audioBook,
                .radioStation,
                .podcastSeries,
                .tvSeries,
                .videoPlayList,
                .liveTV,
                .movie
            ) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        )
    }

    @Test("U9 the raw values of GCKMediaTextTrackStyleEdgeType equal the original's")
    func mediaTextTrackStyleEdgeType() {
        #expect(
            Self.table(GCKMediaTextTrackStyleEdgeType.unknown, .none, .outline, .dropShadow, .raised, .depressed) == [
                -1, 0, 1, 2, 3, 4,
            ]
        )
    }

    @Test("U9 the raw values of GCKMediaTextTrackStyleWindowType equal the original's")
    func mediaTextTrackStyleWindowType() {
        #expect(Self.table(GCKMediaTextTrackStyleWindowType.unknown, .none, .normal, .roundedCorners) == [-1, 0, 1, 2])
    }

    @Test("U9 the raw values of GCKMediaTextTrackStyleFontGenericFamily equal the original's")
    func mediaTextTrackStyleFontGenericFamily() {
        #expect(
            Self.table(
                GCKMediaTextTrackStyleFontGenericFamily.unknown,
                .none,
                .sansSerif,
                .monospacedSansSerif,
                .serif,
                .monospacedSerif,
                .casual,
                .cursive,
                .smallCapitals
            ) == [-1, 0, 1, 2, 3, 4, 5, 6, 7]
        )
    }

    @Test("U9 the raw values of GCKMediaTextTrackStyleFontStyle equal the original's")
    func mediaTextTrackStyleFontStyle() {
        #expect(
            Self.table(GCKMediaTextTrackStyleFontStyle.unknown, .normal, .bold, .italic, .boldItalic) == [
                -1, 0, 1, 2, 3,
            ]
        )
    }

    @Test("U9 the raw values of GCKMediaTrackType equal the original's")
    func mediaTrackType() {
        #expect(Self.table(GCKMediaTrackType.unknown, .text, .audio, .video) == [0, 1, 2, 3])
    }

    @Test("U9 MM21 the raw values of GCKMediaTextTrackSubtype equal the original's")
    func mediaTextTrackSubtype() {
        #expect(
            Self.table(GCKMediaTextTrackSubtype.unknown, .subtitles, .captions, .descriptions, .chapters, .metadata)
                == [0, 1, 3, 4, 5, 6]
        )
    }

    @Test("U9 the raw values of GCKSenderApplicationInfoPlatform equal the original's")
    func senderApplicationInfoPlatform() {
        #expect(
            Self.table(GCKSenderApplicationInfoPlatform.platformAndroid, .platformiOS, .platformChrome, .platformOSX)
                == [1, 2, 3, 4]
        )
    }

    @Test("U9 the raw values of GCKSessionEndAction equal the original's")
    func sessionEndAction() {
        #expect(Self.table(GCKSessionEndAction.leave, .disconnect, .stopCasting) == [1, 2, 3])
    }

    @Test("U9 the raw values of GCKVideoInfoHDRType equal the original's")
    func videoInfoHDRType() {
        #expect(Self.table(GCKVideoInfoHDRType.unknown, .SDR, .DV, .HDR) == [-1, 0, 1, 2])
    }

    @Test("E1 the raw values of GCKErrorCode equal the original's")
    func errorCode() {
        let table: [(GCKErrorCode, Int)] = [
            (.noError, 0),
            (.networkError, 1),
            (.timeout, 2),
            (.deviceAuthenticationFailure, 3),
            (.invalidRequest, 4),
            (.cancelled, 5),
            (.replaced, 6),
            (.notAllowed, 7),
            (.duplicateRequest, 8),
            (.invalidState, 9),
            (.sendBufferFull, 10),
            (.messageTooBig, 11),
            (.channelNotConnected, 12),
            (.deviceAuthorizationFailure, 13),
            (.deviceNotConnected, 14),
            (.protocolVersionMismatch, 15),
            (.maxUsersConnected, 16),
            (.networkNotReachable, 17),
            (.protocolError, 18),
            (.alreadyInitialized, 19),
            (.applicationNotFound, 20),
            (.applicationNotRunning, 21),
            (.invalidApplicationSessionID, 22),
            (.secureTransportError, 23),
            (.socketAlreadyConnected, 24),
            (.socketInvalidAddress, 25),
            (.socketInvalidParameter, 26),
            (.invalidResponse, 27),
            (.failedSessionUpdate, 28),
            (.sessionIsNotActive, 29),
            (.mediaLoadFailed, 30),
            (.invalidMediaPlayerState, 31),
            (.noMediaSession, 32),
            (.notCastSession, 33),
            (.mediaError, 34),
            (.authenticationErrorReceived, 40),
            (.malformedClientCertificate, 41),
            (.notX509Certificate, 42),
            (.deviceCertificateNotTrusted, 43),
            (.sslCertificateNotTrusted, 44),
            (.malformedAuthenticationResponse, 45),
            (.deviceCapabilityNotSupported, 46),
            (.crlInvalid, 47),
            (.crlCheckFailed, 48),
            (.broadcastMessageEncryptionFailed, 50),
            (.broadcastKeyExchangeInvalidResponse, 51),
            (.broadcastKeyExchangeInvalidInput, 52),
            (.broadcastKeyExchangeEmptyResponse, 53),
            (.broadcastKeyExchangeRequestTimeout, 54),
            (.broadcastKeyExchangeFailedToFindDevice, 55),
            (.broadcastKeyExchangeFailedToConnect, 56),
            (.broadcastMessageDropped, 57),
            (.broadcastSocketError, 58),
            (.broadcastFailedToGenerateEncryptionKey, 59),
            (.guestModeListenFailed, 60),
            (.remoteDisplayError, 80),
            (.remoteDisplayDeviceNotSupported, 81),
            (.remoteDisplayFeatureNotSupported, 82),
            (.remoteDisplayConfigurationRejectedByReceiver, 83),
            (.remoteDisplayOpenGLError, 84),
            (.remoteDisplayMetalError, 85),
            (.remoteDisplayAudioConversionError, 86),
            (.appDidEnterBackground, 91),
            (.disconnected, 92),
            (.unsupportedFeature, 93),
            (.unknown, 99),
            (.deviceAuthenticationMessageParseFailure, 100),
            (.deviceAuthenticationMessageChallengeReceivedFailure, 101),
            (.deviceAuthenticationTimeoutFailure, 102),
            (.launchRequestCancelled, 103),
            (.applicationNotRunningWithNamespaceMismatched, 104),
            (.applicationNotRunningWhenResumed, 105),
            (.applicationNotRunningForJoin, 106),
            (.applicationNotRunningForJoinWhenReconnecting, 107),
            (.applicationNotRunningWithApplicationIDMismatch, 108),
        ]
        for (code, number) in table { #expect(code.rawValue == number) }
        // The original leaves these numbers unassigned.
        let unassigned = Array(35...39) + [49] + Array(61...79) + Array(87...90) + Array(94...98) + [109, -1]
        for number in unassigned { #expect(GCKErrorCode(rawValue: number) == nil) }
    }
}
