import CastWire

extension GCKMediaStreamType: WireWorded {
    static let words: [GCKMediaStreamType: StreamType] = [.none: .none, .buffered: .buffered, .live: .live]
    static let unnamed = GCKMediaStreamType.unknown
}

extension GCKMediaPlayerState: WireWorded {
    static let words: [GCKMediaPlayerState: PlayerState] = [
        .idle: .idle, .playing: .playing, .paused: .paused, .buffering: .buffering, .loading: .loading,
    ]
    static let unnamed = GCKMediaPlayerState.unknown
}

extension GCKMediaPlayerIdleReason: WireWorded {
    static let words: [GCKMediaPlayerIdleReason: IdleReason] = [
        .finished: .finished, .cancelled: .cancelled, .interrupted: .interrupted, .error: .error,
    ]
    static let unnamed = GCKMediaPlayerIdleReason.none
}

extension GCKMediaResumeState: WireWorded {
    static let words: [GCKMediaResumeState: ResumeState] = [.play: .play, .pause: .pause]
    static let unnamed = GCKMediaResumeState.unchanged
}

extension GCKHLSSegmentFormat: WireWorded {
    static let words: [GCKHLSSegmentFormat: HLSSegmentFormat] = [
        .AAC: .aac, .AC3: .ac3, .MP3: .mp3, .TS: .ts, .TS_AAC: .tsAAC, .E_AC3: .eac3, .FMP4: .fmp4,
    ]
    static let unnamed = GCKHLSSegmentFormat.undefined

    /// Reads a word in capitals or not, and `e-ac3` for `e_ac3`.
    init(spelled text: String?) {
        self.init(text.map { HLSSegmentFormat(rawValue: HLSSegmentFormat.spelling(of: $0).underscored) })
    }
}

extension GCKHLSVideoSegmentFormat: WireWorded {
    static let words: [GCKHLSVideoSegmentFormat: HLSVideoSegmentFormat] = [.MPEG2_TS: .mpeg2TS, .FMP4: .fmp4]
    static let unnamed = GCKHLSVideoSegmentFormat.undefined

    /// Reads a word in capitals or not, and `mpeg2-ts` for `mpeg2_ts`.
    init(spelled text: String?) {
        self.init(text.map { HLSVideoSegmentFormat(rawValue: HLSVideoSegmentFormat.spelling(of: $0).underscored) })
    }
}

extension GCKVideoInfoHDRType: WireWorded {
    static let words: [GCKVideoInfoHDRType: HDRType] = [.SDR: .standard, .DV: .dolbyVision, .HDR: .high]
    static let unnamed = GCKVideoInfoHDRType.unknown
}

extension String {
    fileprivate var underscored: String { String(map { $0 == "-" ? "_" : $0 }) }
}
