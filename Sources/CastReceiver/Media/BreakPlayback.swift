// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A break whose clips play in place of the content, which continues afterward at its position.
struct BreakPlayback: Sendable, Hashable {
    /// The break's own id, or a generated one for a break that a seek has passed.
    var id: String
    /// The playable clips, in order; never empty.
    var clips: [BreakClip]
    var index = 0
    /// The total duration of the previous clips, in seconds.
    var elapsed = 0.0
    /// The position at which the content continues, in seconds.
    var contentPosition: Double
    /// Whether the content has ended, so that it does not continue after the break.
    var isAfterContent: Bool
    /// The playback rate of the content. Clips play at rate 1.
    var contentRate: Double
    /// Whether senders have been notified that the clip can be skipped.
    var isReportedSkippable = false

    var clip: BreakClip { clips[index] }

    /// The position in the clip, in seconds, from which it can be skipped; nil if it cannot be skipped.
    var whenSkippable: Double? { clip.skippableTime }

    /// Returns the break status at a position in the clip, in seconds.
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

/// A break that is part of the content's stream, so that it plays when playback reaches it.
struct EmbeddedBreak: Sendable, Hashable {
    var breakIndex: Int
    var id: String?
    var clip: BreakClip
    /// The start of the break, and the range of the clip, in seconds of the content.
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

    /// The URL of the clip; nil if it must be requested from an advertisement server, which this device does not
    /// support.
    var url: String? {
        [contentURL, contentID].compactMap(\.self).first { !$0.isEmpty }
    }

    /// Whether the device can play the clip. A still picture has no end of its own.
    var isPlayable: Bool { url != nil && contentType?.lowercased().hasPrefix("image/") != true }
}

extension MediaInformation {
    /// Whether breaks are played. Breaks of live media are ignored.
    var hasBreaks: Bool { streamType != .live && !(breaks ?? []).isEmpty }

    /// Returns the clips of a break that the device can play, and the number of the others.
    func playableClips(of adBreak: Break) -> (clips: [BreakClip], missing: Int) {
        let known = clipsByID
        let clips = adBreak.breakClipIDs.compactMap { known[$0] }.filter(\.isPlayable)
        return (clips, adBreak.breakClipIDs.count - clips.count)
    }

    private var clipsByID: [String: BreakClip] {
        let clips = (breakClips ?? []).compactMap { clip in clip.id.map { ($0, clip) } }
        return Dictionary(clips) { first, _ in first }
    }

    /// Returns the clip of an embedded break at a position, in seconds.
    func embeddedBreak(at position: Double) -> EmbeddedBreak? {
        embeddedBreaks.first { $0.clipStart <= position && position < $0.clipEnd }
    }

    /// All clips that are part of the stream, except clips of unknown duration, which cannot be distinguished from the
    /// content.
    var embeddedBreaks: [EmbeddedBreak] {
        let known = clipsByID
        return (breaks ?? []).enumerated().flatMap { index, adBreak -> [EmbeddedBreak] in
            guard adBreak.isEmbedded == true, let start = adBreak.position, start >= 0 else { return [] }
            var time = start
            return adBreak.breakClipIDs.compactMap { id in
                guard let clip = known[id], let length = clip.duration, length > 0 else {
                    return nil
                }
                defer { time += length }
                return EmbeddedBreak(
                    breakIndex: index,
                    id: adBreak.id,
                    clip: clip,
                    breakStart: start,
                    clipStart: time,
                    clipEnd: time + length
                )
            }
        }
    }
}
