import CastSender

extension MediaControls {
    /// Whether a request for any of it is on its way.
    func isPending(at instant: ContinuousClock.Instant) -> Bool {
        isPlaying.isPending || streamVolume.isPending || isStreamMuted.isPending || playbackRate.isPending
            || repeatMode.isPending || activeTracks.isPending || position(at: instant).isPending
    }
}
