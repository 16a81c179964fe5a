import GoogleCast

/// Loads a video with a break at its start. The first of its clips can be skipped after five seconds.
@MainActor
func loadWithAds(_ manager: GCKSessionManager, _ url: URL) {
    let first = GCKAdBreakClipInfoBuilder(adBreakClipID: "bc0")
    first.title = "Clip title"
    first.posterURL = URL(string: "https://example.com/clip.png")
    first.duration = 60
    first.whenSkippable = 5
    var clips = [first.build()]
    for id in ["bc1", "bc2"] { clips.append(GCKAdBreakClipInfoBuilder(adBreakClipID: id).build()) }

    let builder = GCKMediaInformationBuilder(entity: "example-entity")
    builder.contentURL = url
    builder.adBreaks = [GCKAdBreakInfoBuilder(adBreakID: "b0", adBreakClipIds: ["bc0", "bc1", "bc2"]).build()]
    builder.adBreakClips = clips

    let request = GCKMediaLoadRequestDataBuilder()
    request.mediaInformation = builder.build()
    manager.currentSession?.remoteMediaClient?.loadMedia(with: request.build())
}
