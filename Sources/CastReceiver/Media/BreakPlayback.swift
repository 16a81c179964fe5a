import CastWire

/// A break whose clips play instead of the content, which waits at its position.
struct BreakPlayback: Sendable, Hashable {
    /// What senders are told: the break's own id, or one made up for a break that a seek led over.
    var id: String
    /// Those that can be played, in order; never empty.
    var clips: [BreakClip]
    var index = 0
    /// Seconds that the clips before took.
    var elapsed = 0.0
    /// Where the content waits, in seconds.
    var contentPosition: Double
    /// The content has come to its end; nothing is left of it after the break.
    var isAfterContent: Bool
    /// The rate at which the content goes on; clips play at 1.
    var contentRate: Double
    /// Senders know that the clip may be skipped.
    var isToldSkippable = false

    var clip: BreakClip { clips[index] }

    /// When the clip may be skipped, in seconds of the clip; nil = never.
    var whenSkippable: Double? { clip.skippableTime }

    /// As a status tells it, so many seconds into the clip.
    func status(at position: Double) -> BreakStatus {
        BreakStatus(
            breakID: id,
            breakClipID: clip.id,
            currentBreakTime: DefaultMediaReceiver.milliseconds(elapsed + position),
            currentBreakClipTime: DefaultMediaReceiver.milliseconds(position),
            whenSkippable: whenSkippable
        )
    }
}

/// A break that is a part of the content's own stream: it plays because playback is there.
struct EmbeddedBreak: Sendable, Hashable {
    var breakIndex: Int
    var id: String?
    var clip: BreakClip
    /// Of the break and of the clip, in the content.
    var breakStart: Double
    var clipStart: Double
    var clipEnd: Double

    var whenSkippable: Double? { clip.skippableTime }

    func status(at position: Double) -> BreakStatus {
        BreakStatus(
            breakID: id,
            breakClipID: clip.id,
            currentBreakTime: DefaultMediaReceiver.milliseconds(position - breakStart),
            currentBreakClipTime: DefaultMediaReceiver.milliseconds(position - clipStart),
            whenSkippable: whenSkippable
        )
    }
}

extension BreakClip {
    fileprivate var skippableTime: Double? { whenSkippable.flatMap { $0 >= 0 ? $0 : nil } }

    /// What to fetch; nil where that is only found out by asking an advertisement server, which this device does not.
    var url: String? {
        [contentURL, contentID].compactMap(\.self).first { !$0.isEmpty }
    }

    /// A still picture has no end of its own.
    var isPlayable: Bool { url != nil && contentType?.lowercased().hasPrefix("image/") != true }
}

extension MediaInformation {
    /// Whether breaks are played at all: live media has none.
    var hasBreaks: Bool { streamType != .live && !(breaks ?? []).isEmpty }

    /// The clips of a break that this device can play, and how many it cannot.
    func playableClips(of pause: Break) -> (clips: [BreakClip], missing: Int) {
        let known = clipsByID
        let clips = pause.breakClipIDs.compactMap { known[$0] }.filter(\.isPlayable)
        return (clips, pause.breakClipIDs.count - clips.count)
    }

    private var clipsByID: [String: BreakClip] {
        let clips = (breakClips ?? []).compactMap { clip in clip.id.map { ($0, clip) } }
        return Dictionary(clips) { first, _ in first }
    }

    /// The clip of an embedded break that plays at this position.
    func embeddedBreak(at position: Double) -> EmbeddedBreak? {
        embeddedBreaks.first { $0.clipStart <= position && position < $0.clipEnd }
    }

    /// Every clip that is part of the stream. Clips of unknown length cannot be told from the content.
    var embeddedBreaks: [EmbeddedBreak] {
        let known = clipsByID
        return (breaks ?? []).enumerated().flatMap { index, pause -> [EmbeddedBreak] in
            guard pause.isEmbedded == true, let start = pause.position, start >= 0 else { return [] }
            var time = start
            return pause.breakClipIDs.compactMap { id in
                guard let clip = known[id], let length = clip.duration, length > 0 else {
                    return nil
                }
                defer { time += length }
                return EmbeddedBreak(
                    breakIndex: index,
                    id: pause.id,
                    clip: clip,
                    breakStart: start,
                    clipStart: time,
                    clipEnd: time + length
                )
            }
        }
    }
}
