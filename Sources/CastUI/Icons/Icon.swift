// SPDX-License-Identifier: Apache-2.0

/// An icon of the user interface. Its outline is ``shape``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum Icon: Sendable, Hashable {
    case castInactive, castConnecting, castActive
    case television, speaker, speakerGroup
    case play, pause, stop, next, previous, skipAd, tracks, audioTrack
    /// With the number of seconds inside.
    case forward(Int)
    /// With the number of seconds inside.
    case rewind(Int)
    case volumeHigh, volumeLow, volumeMuted
    case repeatOff, repeatAll, repeatSingle, repeatShuffle
    /// The playback rate.
    case rate
    case live
    case queue, dragHandle, moveUp, moveDown, add, minus, remove
    /// Arrows: down, to collapse a view; up, to expand one; and back, which skins mirror for right-to-left layouts.
    case collapse, expand, back
    case close, check, retry, search, settings, help, information, warning, lock
    /// The network that this machine and the devices share.
    case network
    case folder, file, film, link
    /// The event log.
    case log
}

extension Icon {
    /// The shape of the icon. The shape of `castConnecting` is the first of ``connectingFrames``, for reduced motion.
    public var shape: IconShape {
        if case .castConnecting = self { return Self.connectingFrame(0).shape }
        return IconPen.draw { draw(with: &$0) }
    }

    /// The frames of the `castConnecting` animation, which repeats at three frames per second.
    public static let connectingFrames: [IconShape] = (0..<3).map { connectingFrame($0).shape }

    private func draw(with pen: inout IconPen) {
        switch self {
        case .castInactive, .castConnecting, .castActive, .television, .speaker, .speakerGroup, .network:
            drawDevice(with: &pen)
        case .play, .pause, .stop, .next, .previous, .skipAd, .forward, .rewind, .rate, .live:
            drawTransport(with: &pen)
        case .tracks, .audioTrack, .volumeHigh, .volumeLow, .volumeMuted:
            drawSound(with: &pen)
        case .repeatOff, .repeatAll, .repeatSingle, .repeatShuffle, .queue, .dragHandle, .moveUp, .moveDown, .add,
            .minus, .remove:
            drawQueue(with: &pen)
        case .collapse, .expand, .back, .close, .check, .retry, .search, .settings, .help, .information, .warning,
            .lock:
            drawSymbol(with: &pen)
        case .folder, .file, .film, .link, .log:
            drawFile(with: &pen)
        }
    }
}

// MARK: Transport

extension Icon {
    func drawTransport(with pen: inout IconPen) {
        switch self {
        case .play:
            pen.polygon((7, 4.5), (20, 12), (7, 19.5), corner: 0.7)
        case .pause:
            pen.rectangle(6, 5, 4, 14, corner: 0.5)
            pen.rectangle(14, 5, 4, 14, corner: 0.5)
        case .stop:
            pen.rectangle(6, 6, 12, 12, corner: 0.8)
        case .next:
            pen.add(Self.step, at: IconShape.Point(0, 0))
        case .previous:
            pen.add(Self.step, scale: (-1, 1), at: IconShape.Point(IconShape.side, 0))
        case .skipAd:
            pen.polygon((2.5, 6), (10.5, 12), (2.5, 18), corner: 0.4)
            pen.polygon((10, 6), (18, 12), (10, 18), corner: 0.4)
            pen.rectangle(19, 6, 2.5, 12, corner: 0.3)
        case .forward(let seconds):
            pen.add(Self.turn, at: IconShape.Point(0, 0))
            pen.number(seconds, around: IconShape.Point(12, 13.2))
        case .rewind(let seconds):
            pen.add(Self.turn, scale: (-1, 1), at: IconShape.Point(IconShape.side, 0))
            pen.number(seconds, around: IconShape.Point(12, 13.2))
        case .rate:
            pen.band(12, 14.5, 9, (160, 380), hasRoundEnds: true)
            pen.line((12, 14.5), (16, 9.5))
            pen.circle(12, 14.5, 2.2)
        case .live:
            pen.circle(12, 12, 3)
            for (from, to) in [(-45.0, 45.0), (135.0, 225.0)] {
                pen.band(12, 12, 6, (from, to), hasRoundEnds: true)
                pen.band(12, 12, 9.8, (from, to), hasRoundEnds: true)
            }
        default:
            break
        }
    }

    /// A triangle and a bar that point to the next item.
    private static var step: IconPen {
        var pen = IconPen()
        pen.polygon((5.5, 5.5), (15, 12), (5.5, 18.5), corner: 0.4)
        pen.rectangle(16, 5.5, 2.5, 13, corner: 0.3)
        return pen
    }

    /// A circular arrow that points forward.
    private static var turn: IconPen {
        var pen = IconPen()
        pen.band(12, 13.2, 8, (0, 270))
        pen.polygon((11.9, 1.2), (16.2, 5.2), (11.9, 9.2))
        return pen
    }
}

// MARK: Queue

extension Icon {
    func drawQueue(with pen: inout IconPen) {
        switch self {
        case .repeatAll:
            Self.drawLoop(with: &pen)
        case .repeatSingle:
            Self.drawLoop(with: &pen)
            pen.line((10.9, 10.7), (12.4, 9.7), (12.4, 14.3), width: 1.5)
        case .repeatOff:
            Self.drawLoop(with: &pen)
            pen.line((10.2, 10.2), (13.8, 13.8), width: 1.6)
            pen.line((13.8, 10.2), (10.2, 13.8), width: 1.6)
        case .repeatShuffle:
            pen.line((3.5, 7), (7, 7), (14.5, 17), (18, 17))
            pen.line((3.5, 17), (7, 17), (14.5, 7), (18, 7))
            pen.polygon((17.5, 3.6), (21.8, 7), (17.5, 10.4))
            pen.polygon((17.5, 13.6), (21.8, 17), (17.5, 20.4))
        case .queue:
            pen.rectangle(3, 5, 13, 2)
            pen.rectangle(3, 10, 13, 2)
            pen.rectangle(3, 15, 8.5, 2)
            pen.polygon((14.5, 13), (21.5, 17), (14.5, 21), corner: 0.3)
        case .dragHandle:
            for y in [6.0, 12, 18] {
                pen.circle(9, y, 1.7)
                pen.circle(15, y, 1.7)
            }
        case .moveUp:
            pen.line((12, 19.5), (12, 5.5))
            pen.line((5.8, 11.5), (12, 5.3), (18.2, 11.5))
        case .moveDown:
            pen.line((12, 4.5), (12, 18.5))
            pen.line((5.8, 12.5), (12, 18.7), (18.2, 12.5))
        case .add:
            pen.line((12, 5), (12, 19))
            pen.line((5, 12), (19, 12))
        case .minus:
            pen.line((5, 12), (19, 12))
        case .remove:
            pen.rectangle(9, 3, 6, 2)
            pen.rectangle(4.5, 4.5, 15, 2)
            pen.polygon((6, 8), (18, 8), (17.2, 21), (6.8, 21), corner: 0.8)
            pen.rectangle(9, 10.5, 1.6, 8, isHole: true)
            pen.rectangle(13.4, 10.5, 1.6, 8, isHole: true)
        default:
            break
        }
    }

    /// Draws two arrows that form a loop.
    private static func drawLoop(with pen: inout IconPen) {
        var half = IconPen()
        half.polygon((4, 12), (4, 6), (17, 6), (17, 8), (6, 8), (6, 12))
        half.polygon((16.5, 2.8), (20.8, 7), (16.5, 11.2))
        pen.add(half, at: IconShape.Point(0, 0))
        pen.add(half, scale: (-1, -1), at: IconShape.Point(IconShape.side, IconShape.side))
    }
}
