// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastReceiver
import CastSender
import CastUI
import CastWire
import Foundation
import Testing

@testable import GoogleCast

/// Records a delegate's calls, and whether the controls already showed the reported status.
@MainActor
private final class DelegateLog: NSObject, GCKUIMediaControllerDelegate {
    var lines: [String] = []
    /// Whether the controls show a status.
    var agrees: (GCKMediaStatus) -> Bool = { _ in true }

    func mediaController(
        _ mediaController: GCKUIMediaController,
        didUpdate playerState: GCKMediaPlayerState,
        lastStreamPosition streamPosition: TimeInterval
    ) { lines.append("state \(playerState) \(streamPosition.isNaN ? "-" : "\(Int(streamPosition))")") }

    func mediaController(_ mediaController: GCKUIMediaController, didBeginPreloadForItemID itemID: UInt) {
        lines.append("preload \(itemID)")
    }

    func mediaController(_ mediaController: GCKUIMediaController, didUpdate mediaStatus: GCKMediaStatus) {
        lines.append("status \(mediaStatus.playerState) \(agrees(mediaStatus) ? "shown" : "not shown yet")")
    }
}

@MainActor
@Suite("Media controller: metadata, delegate and a real device", .serialized)
struct MediaControllerMetadataTests {
    private func film(_ metadata: GCKMediaMetadata, duration: TimeInterval = 60) -> GCKMediaInformation {
        let builder = GCKMediaInformationBuilder(contentURL: URL(string: "http://192.0.2.1/film.mp4")!)
        builder.contentType = "video/mp4"
        builder.metadata = metadata
        builder.streamDuration = duration
        return builder.build()
    }

    @Test("UC27 UC28 UC29 Labels follow the metadata; formatters are not called without a value")
    func bindings() async throws {
        try await CastStage.perform { stage in
            let (_, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let controller = GCKUIMediaController()
            let (title, made, year, date, subtitle) = (UILabel(), UILabel(), UILabel(), UILabel(), UILabel())
            let (text, formattedText) = (UITextView(), UITextView())
            var values: [Any] = []
            controller.bindLabel(title, toMetadataKey: kGCKMetadataKeyTitle)
            controller.bindLabel(made, toMetadataKey: "made") { value in
                values.append(value)
                return "<\(value)>"
            }
            controller.bindTextView(formattedText, toMetadataKey: "made") { value in
                values.append(value)
                return "[\(value)]"
            }
            controller.bindLabel(year, toMetadataKey: "year")
            controller.bindLabel(date, toMetadataKey: kGCKMetadataKeyReleaseDate)
            controller.bindTextView(text, toMetadataKey: kGCKMetadataKeyStudio)
            controller.smartSubtitleLabel = subtitle
            #expect(title.text == "")
            #expect(values.isEmpty)

            let first = GCKMediaMetadata(metadataType: .movie)
            first.setString("One", forKey: kGCKMetadataKeyTitle)
            first.setInteger(7, forKey: "made")
            first.setDouble(2008.5, forKey: "year")
            first.setDate(Date(timeIntervalSince1970: 1_207_785_600), forKey: kGCKMetadataKeyReleaseDate)
            first.setString("Studio", forKey: kGCKMetadataKeyStudio)
            client.loadMedia(film(first))
            #expect(await stage.wait { title.text == "One" })
            #expect(made.text == "<7>")
            #expect(formattedText.text == "[7]")
            #expect(values.allSatisfy { $0 is NSNumber && !($0 is String) })
            #expect(values.map { $0 as? NSNumber } == [7, 7])
            #expect(year.text?.hasPrefix("2008") == true)
            #expect(date.text?.contains("2008") == true)
            #expect(text.text == "Studio")
            #expect(subtitle.text == "Studio")

            controller.unbindView(text)
            let second = GCKMediaMetadata(metadataType: .musicTrack)
            second.setString("Two", forKey: kGCKMetadataKeyTitle)
            second.setString("Artist", forKey: kGCKMetadataKeyArtist)
            client.loadMedia(film(second))
            #expect(await stage.wait { title.text == "Two" && subtitle.text == "Artist" })
            #expect(made.text == "")
            #expect(formattedText.text == "")
            await stage.pass(.seconds(3))
            #expect(values.count == 2)
            #expect(text.text == "Studio")

            controller.bindLabel(title, toMetadataKey: kGCKMetadataKeyArtist)
            #expect(title.text == "Artist")
            client.stop()
            #expect(await stage.wait { title.text == "" })
            #expect(controller.lastKnownPlayerState == .idle)
        }
    }

    /// An image cache that keeps its requests pending.
    private final class SlowCache: NSObject, GCKUIImageCache {
        var waiting: [(address: URL, answer: @Sendable (UIImage?) -> Void)] = []

        func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void) {
            waiting.append((imageURL, completion))
        }
    }

    private func picture(_ name: String) -> GCKMediaMetadata {
        let metadata = GCKMediaMetadata(metadataType: .movie)
        metadata.setString(name, forKey: kGCKMetadataKeyTitle)
        metadata.addImage(GCKImage(url: URL(string: "https://192.0.2.1/\(name).png")!, width: 10, height: 10))
        return metadata
    }

    @Test("A failed image download is tried again after a delay, and for the next item")
    func retries() async throws {
        try await CastStage.perform { stage in
            let (_, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let cache = SlowCache()
            stage.context.imageCache = cache
            let (controller, view) = (GCKUIMediaController(), UIImageView())
            controller.bindImageView(view, to: GCKUIImageHints(imageType: .custom, imageSize: .zero))
            client.loadMedia(film(picture("first")))
            #expect(await stage.wait { cache.waiting.count == 1 })
            cache.waiting[0].answer(nil)
            await stage.pass(.seconds(3))
            #expect(cache.waiting.count == 1)
            #expect(await stage.wait(within: .seconds(4)) { cache.waiting.count == 2 })
            cache.waiting[1].answer(nil)
            await stage.pass(.seconds(10))
            #expect(cache.waiting.count == 2)

            // Another item with the same image does not wait for the delay.
            let other = picture("first")
            other.setString("Another", forKey: kGCKMetadataKeyTitle)
            client.loadMedia(film(other))
            #expect(await stage.wait(within: .seconds(3)) { cache.waiting.count == 3 })
            let image = UIImage()
            cache.waiting[2].answer(image)
            #expect(view.image === image)
            await stage.pass(.seconds(60))
            #expect(cache.waiting.count == 3)
            #expect(controller.session != nil)
        }
    }

    @Test("An image that cannot be downloaded is tried a few times, and again when its view appears")
    func retriesWhenVisible() async throws {
        try await WidgetBench.perform { bench in
            let (_, device) = try await bench.stage.found()
            let client = try #require(try await bench.stage.started(on: device).remoteMediaClient)
            let cache = SlowCache()
            bench.context.imageCache = cache
            client.loadMedia(film(picture("gone")))
            let mini = bench.context.createMiniMediaControlsViewController()
            bench.show(mini, in: CGRect(x: 0, y: 700, width: 390, height: 64))
            #expect(await bench.stage.wait { cache.waiting.count == 1 && client.mediaStatus?.playerState == .playing })
            // Pauses because the video is short.
            client.pause()
            for index in 0..<100 {
                guard index < cache.waiting.count else { break }
                cache.waiting[index].answer(nil)
                _ = await bench.stage.wait(within: .seconds(301)) { cache.waiting.count > index + 1 }
            }
            #expect(cache.waiting.count == 1 + MediaImageLoader.retryDelays.count)
            let asked = cache.waiting.count
            mini.view.removeFromSuperview()
            #expect(cache.waiting.count == asked)
            bench.root.view.addSubview(mini.view)
            #expect(cache.waiting.count == asked + 1)
            let image = UIImage()
            cache.waiting.last?.answer(image)
            #expect(mini.thumbnail.image === image)
        }
    }

    @Test("Without a context the controls are cleared, whatever values an interface file gave them")
    func nothing() async {
        await GCKCastContext.reset()
        let (controller, label, text) = (GCKUIMediaController(), UILabel(), UITextView())
        let labels = (0..<5).map { _ in UILabel() }
        for label in labels + [label] { label.text = "12:34" }
        text.text = "Title"
        controller.streamPositionLabel = labels[0]
        controller.streamDurationLabel = labels[1]
        controller.streamTimeRemainingLabel = labels[2]
        controller.smartSubtitleLabel = labels[3]
        controller.skipAdLabel = labels[4]
        controller.bindLabel(label, toMetadataKey: kGCKMetadataKeyTitle)
        controller.bindTextView(text, toMetadataKey: kGCKMetadataKeyTitle)
        let (progress, toggle, view) = (UIProgressView(), GCKUIMultistateButton(), UIImageView())
        progress.progress = 0.5
        toggle.buttonState = GCKUIButtonStatePlay
        view.image = UIImage()
        controller.streamProgressView = progress
        controller.playPauseToggleButton = toggle
        controller.bindImageView(view, to: GCKUIImageHints(imageType: .custom, imageSize: .zero))
        #expect(labels.map(\.text) == ["--:--", "--:--", "--:--", "", ""])
        #expect(labels[4].isHidden)
        #expect(label.text == "" && text.text == "")
        #expect(progress.progress == 0 && toggle.buttonState == 0)
        #expect(controller.session == nil)
    }

    @Test("A bound image view keeps its image until the next one is loaded, and ignores one that arrives late")
    func images() async throws {
        try await CastStage.perform { stage in
            let (_, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let cache = SlowCache()
            stage.context.imageCache = cache
            let (controller, view) = (GCKUIMediaController(), UIImageView())
            controller.bindImageView(view, to: GCKUIImageHints(imageType: .custom, imageSize: .zero))
            let (first, late, last) = (UIImage(), UIImage(), UIImage())

            client.loadMedia(film(picture("first")))
            #expect(await stage.wait { cache.waiting.count == 1 })
            #expect(view.image == nil)
            cache.waiting[0].answer(first)
            #expect(view.image === first)

            client.loadMedia(film(picture("second")))
            #expect(await stage.wait { cache.waiting.count == 2 })
            #expect(view.image === first)
            client.loadMedia(film(picture("third")))
            #expect(await stage.wait { cache.waiting.count == 3 })
            cache.waiting[1].answer(late)
            #expect(view.image === first)
            cache.waiting[2].answer(last)
            #expect(view.image === last)
            #expect(cache.waiting.map(\.address.lastPathComponent) == ["first.png", "second.png", "third.png"])

            controller.unbindView(view)
            client.stop()
            await stage.pass(.seconds(3))
            #expect(view.image === last)
            controller.bindImageView(view, to: GCKUIImageHints(imageType: .custom, imageSize: .zero))
            #expect(view.image == nil)
            #expect(cache.waiting.count == 3)
        }
    }

    @Test("Very long titles, any writing direction and values that are not text are displayed safely")
    func badMetadata() throws {
        let localizer = Localizer(locale: Locale(identifier: "en_US"), timeZone: .gmt)
        var content = GCKMediaMetadata.Content()
        for (key, value) in [
            ("long", JSONValue.string(String(repeating: "x", count: 30_000))), ("hebrew", .string("שלום\u{202E}abc")),
            ("emoji", .string("👨‍👩‍👧‍👦")), ("list", .array([.integer(1)])), ("object", .object(["a": .integer(1)])),
            ("bool", .bool(true)), ("null", .null), ("nan", .number(.nan)), ("huge", .number(1e300)),
            (kGCKMetadataKeyReleaseDate, .string("not a date")), (kGCKMetadataKeyTitle, .integer(3)),
        ] { content.values.fields[key] = value }
        let metadata = GCKMediaMetadata(content: content)
        func text(_ key: String) -> String { MetadataText.text(of: key, in: metadata, by: nil, localizer) }
        #expect(text("long").count == 10_000)
        #expect(text("hebrew") == "שלום\u{202E}abc")
        #expect(text("emoji") == "👨‍👩‍👧‍👦")
        #expect(["list", "object", "bool", "null", "nan", "nothing"].map(text) == ["", "", "", "", "", ""])
        #expect(!text("huge").isEmpty)
        #expect(text(kGCKMetadataKeyReleaseDate) == "not a date")
        #expect(text(kGCKMetadataKeyTitle) == "3")
    }

    @Test("UC34 UC35 The delegate is called after the controls show the new state or the preloaded item")
    func delegate() async throws {
        try await CastStage.perform { stage in
            let (virtual, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let controller = GCKUIMediaController()
            let log = DelegateLog()
            let (play, toggle, indicator) = (UIButton(), GCKUIMultistateButton(), UIActivityIndicatorView())
            controller.delegate = log
            controller.playButton = play
            controller.playPauseToggleButton = toggle
            controller.mediaLoadingIndicator = indicator
            log.agrees = { status in
                // A state of short duration may already be over; the controls then show the newest one.
                if [.loading, .buffering].contains(status.playerState) { return true }
                guard !indicator.isAnimating else { return false }
                switch status.playerState {
                case .playing: return toggle.buttonState == GCKUIButtonStatePlay && !play.isEnabled
                case .paused: return toggle.buttonState == GCKUIButtonStatePause && play.isEnabled
                default: return true
                }
            }
            client.loadMedia(film(GCKMediaMetadata()))
            #expect(await stage.wait { log.lines.contains { $0.hasPrefix("status playing") } })
            #expect(log.lines.contains { $0.hasPrefix("status loading") })
            let states = log.lines.filter { $0.hasPrefix("state") }
            #expect(states.last?.hasPrefix("state playing") == true)
            let state = try #require(log.lines.firstIndex { $0.hasPrefix("state playing") })
            let status = try #require(log.lines.firstIndex { $0.hasPrefix("status playing") })
            #expect(state < status)
            await stage.pass(.seconds(3))
            // Another sender pauses, so no pending value hides the reported status.
            let other = stage.anotherSender()
            let castDevice = stage.description(of: virtual)
            let theirs = try await stage.passing { try await other.start(.running, on: castDevice) }
            #expect(toggle.buttonState == GCKUIButtonStatePlay)
            _ = try await stage.passing { try await theirs.media.pause() }
            #expect(await stage.wait { log.lines.contains { $0.hasPrefix("status paused") } })
            #expect(log.lines.contains { $0.hasPrefix("state paused 3") })
            #expect(log.lines.allSatisfy { !$0.hasSuffix("not shown yet") }, "\(log.lines)")
            let before = log.lines.count
            #expect(log.lines.allSatisfy { !$0.hasPrefix("preload") })
            controller.applyStatus(preloading(7))
            controller.applyStatus(preloading(0))
            #expect(log.lines[before...].filter { $0.hasPrefix("preload") } == ["preload 7", "preload 0"])
            await other.close()
        }
    }

    @Test("UC35 The next item of a queue is reported as preloaded when the device fetches it, until it plays")
    func preloads() async throws {
        try await CastStage.perform { stage in
            let (_, device) = try await stage.found()
            let client = try #require(try await stage.started(on: device).remoteMediaClient)
            let controller = GCKUIMediaController()
            let log = DelegateLog()
            controller.delegate = log
            let items = ["One", "Two"].map { title in
                let metadata = GCKMediaMetadata(metadataType: .movie)
                metadata.setString(title, forKey: kGCKMetadataKeyTitle)
                let item = GCKMediaQueueItemBuilder()
                item.mediaInformation = film(metadata)
                item.preloadTime = 20
                return item.build()
            }
            client.queueLoad(items, with: GCKMediaQueueLoadOptions())
            #expect(await stage.wait { client.mediaStatus?.playerState == .playing })
            await stage.pass(.seconds(38))
            #expect(log.lines.filter { $0.hasPrefix("preload") } == [])
            await stage.pass(.seconds(4))
            let next = try #require(client.mediaStatus?.queueItem(at: 1)?.itemID)
            #expect(next != kGCKMediaQueueInvalidItemID)
            #expect(log.lines.filter { $0.hasPrefix("preload") } == ["preload \(next)"])
            #expect(await stage.wait(within: .seconds(30)) { client.mediaStatus?.currentItemID == next })
            #expect(
                await stage.wait {
                    log.lines.filter { $0.hasPrefix("preload") }
                        == ["preload \(next)", "preload \(kGCKMediaQueueInvalidItemID)"]
                }
            )
        }
    }

    private func preloading(_ id: UInt) -> GCKMediaStatus {
        let status = GCKMediaStatus(sessionID: 1, mediaInformation: nil)
        status.playerState = .paused
        status.preloadedItemID = id
        return status
    }

    @Test(
        "UC1 UC4 UC6 UC9 UC12 UC20 UC32 Controls work from load to end of playback on a virtual device",
        arguments: CastStage.Kind.allCases
    )
    func playback(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (_, device) = try await stage.found()
            let session = try await stage.started(on: device)
            let client = try #require(session.remoteMediaClient)
            let bound = BoundControls()
            #expect(bound.controller.session === session)
            let load = client.loadMedia(film(GCKMediaMetadata()))
            #expect(bound.enabled == [])
            #expect(await stage.wait { !load.inProgress && bound.pause.isEnabled })
            bound.toggle.sendActions(for: .touchUpInside)
            #expect(await stage.wait { client.mediaStatus?.playerState == .paused && bound.toggle.isEnabled })
            #expect(bound.toggle.buttonState == GCKUIButtonStatePause)
            bound.slider.sendActions(for: .touchDown)
            bound.slider.value = 20
            bound.slider.sendActions(for: .valueChanged)
            bound.slider.sendActions(for: .touchUpInside)
            #expect(await stage.wait { client.mediaStatus?.streamPosition == 20 && bound.forward.isEnabled })
            bound.forward.sendActions(for: .touchUpInside)
            #expect(await stage.wait { client.mediaStatus?.streamPosition == 50 && bound.play.isEnabled })
            // The controls follow the status.
            #expect(await stage.wait { bound.position.text == "00:50" })
            bound.play.sendActions(for: .touchUpInside)
            #expect(await stage.wait { client.mediaStatus?.playerState == .playing })
            stage.sessions.endSessionAndStopCasting(true)
            #expect(await stage.wait { stage.sessions.currentSession == nil })
            #expect(bound.controller.lastKnownPlayerState == .playing)
            #expect(bound.controller.lastKnownStreamPosition >= 50)
            #expect(bound.enabled == [])
        }
    }

    @Test(
        "UC42 UC44 Buttons, slider and switch change the device's volume and follow another sender's changes",
        arguments: CastStage.Kind.allCases
    )
    func volume(_ kind: CastStage.Kind) async throws {
        try await CastStage.perform(kind) { stage in
            let (virtual, device) = try await stage.found()
            let session = try await stage.started(on: device)
            let controller = GCKUIDeviceVolumeController()
            let (slider, up, mute) = (UISlider(), UIButton(), GCKUIMultistateButton())
            controller.volumeSlider = slider
            controller.volumeUpButton = up
            controller.muteToggleButton = mute
            #expect(await stage.wait { up.isEnabled })
            slider.sendActions(for: .touchDown)
            for level in [0.1, 0.2, 0.3, 0.4] as [Float] {
                slider.value = level
                slider.sendActions(for: .valueChanged)
            }
            slider.sendActions(for: .touchUpInside)
            #expect(await stage.wait { abs(session.currentDeviceVolume - 0.4) < 0.001 })
            #expect(await stage.wait { abs(virtual.snapshot.volumeLevel - 0.4) < 0.001 })
            up.sendActions(for: .touchUpInside)
            #expect(await stage.wait { session.currentDeviceVolume > 0.41 })
            mute.sendActions(for: .touchUpInside)
            #expect(await stage.wait { session.currentDeviceMuted && mute.buttonState == GCKUIButtonStateMuteOn })
            let other = stage.anotherSender()
            let castDevice = stage.description(of: virtual)
            let theirs = try await stage.passing { try await other.start(.running, on: castDevice) }
            _ = try await stage.passing { try await theirs.connection.setVolume(0.9) }
            #expect(await stage.wait(within: .seconds(30)) { abs(slider.value - 0.9) < 0.001 })
            await other.close()
        }
    }
}
