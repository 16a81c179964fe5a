extension Icon {
    /// How the icon is drawn; with reduced motion, the first of `connectingFrames` for the connecting one.
    public var shape: IconShape {
        if case .castConnecting = self { return Self.connectingFrame(0).shape }
        return IconPen.draw { draw(with: &$0) }
    }

    /// What `castConnecting` goes through, over and over, at three a second.
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
            drawSign(with: &pen)
        case .folder, .file, .film, .link, .log:
            drawThing(with: &pen)
        }
    }
}
