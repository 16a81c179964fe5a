import CastWire

extension GCKMediaTrackType: WireWorded {
    static let words: [GCKMediaTrackType: TrackType] = [.text: .text, .audio: .audio, .video: .video]
    static let unnamed = GCKMediaTrackType.unknown
}

extension GCKMediaTextTrackSubtype: WireWorded {
    static let words: [GCKMediaTextTrackSubtype: TrackSubtype] = [
        .subtitles: .subtitles, .captions: .captions, .descriptions: .descriptions, .chapters: .chapters,
        .metadata: .metadata,
    ]
    static let unnamed = GCKMediaTextTrackSubtype.unknown
}

extension GCKMediaTextTrackStyleEdgeType: WireWorded {
    static let words: [GCKMediaTextTrackStyleEdgeType: TextEdgeType] = [
        .none: .none, .outline: .outline, .dropShadow: .dropShadow, .raised: .raised, .depressed: .depressed,
    ]
    static let unnamed = GCKMediaTextTrackStyleEdgeType.unknown
}

extension GCKMediaTextTrackStyleWindowType: WireWorded {
    static let words: [GCKMediaTextTrackStyleWindowType: TextWindowType] = [
        .none: .none, .normal: .normal, .roundedCorners: .roundedCorners,
    ]
    static let unnamed = GCKMediaTextTrackStyleWindowType.unknown
}

extension GCKMediaTextTrackStyleFontGenericFamily: WireWorded {
    static let words: [GCKMediaTextTrackStyleFontGenericFamily: FontGenericFamily] = [
        .sansSerif: .sansSerif, .monospacedSansSerif: .monospacedSansSerif, .serif: .serif,
        .monospacedSerif: .monospacedSerif, .casual: .casual, .cursive: .cursive, .smallCapitals: .smallCapitals,
    ]
    static let unnamed = GCKMediaTextTrackStyleFontGenericFamily.unknown
}

extension GCKMediaTextTrackStyleFontStyle: WireWorded {
    static let words: [GCKMediaTextTrackStyleFontStyle: FontStyle] = [
        .normal: .normal, .bold: .bold, .italic: .italic, .boldItalic: .boldItalic,
    ]
    static let unnamed = GCKMediaTextTrackStyleFontStyle.unknown
}
