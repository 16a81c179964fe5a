// SPDX-License-Identifier: Apache-2.0

import Foundation

@testable import GoogleCast

/// Objects of every model class with all properties set.
enum Sample {
    static let address = URL(string: "https://example.com/film.mp4")!

    static var image: GCKImage { GCKImage(url: URL(string: "https://example.com/a.jpg")!, width: 480, height: 360) }

    static var metadata: GCKMediaMetadata {
        let metadata = GCKMediaMetadata(metadataType: .movie)
        metadata.setString("Big Buck Bunny", forKey: kGCKMetadataKeyTitle)
        metadata.setString("Peach", forKey: kGCKMetadataKeyStudio)
        metadata.setDate(Date(timeIntervalSince1970: 1_207_785_600), forKey: kGCKMetadataKeyReleaseDate)
        metadata.setDouble(1.5, forKey: kGCKMetadataKeySectionDuration)
        metadata.setInteger(7, forKey: "stars")
        metadata.addImage(image)
        return metadata
    }

    static var track: GCKMediaTrack {
        GCKMediaTrack(
            identifier: 1,
            contentIdentifier: "https://example.com/en.vtt",
            contentType: "text/vtt",
            type: .text,
            textSubtype: .captions,
            name: "English",
            languageCode: "en-US",
            customData: ["a": 1]
        )!
    }

    static var style: GCKMediaTextTrackStyle {
        let style = GCKMediaTextTrackStyle()
        style.fontScale = 1.5
        style.foregroundColor = GCKColor(cssString: "#11223344")
        style.backgroundColor = .black()
        style.edgeType = .dropShadow
        style.edgeColor = .red()
        style.windowType = .roundedCorners
        style.windowColor = .blue()
        style.windowRoundedCornerRadius = 8
        style.fontFamily = "Droid Sans"
        style.fontGenericFamily = .casual
        style.fontStyle = .boldItalic
        style.customData = ["big"]
        return style
    }

    static var vast: GCKVASTAdsRequest {
        GCKVASTAdsRequest(adTagURL: URL(string: "https://example.com/vast.xml"), adsResponse: "<VAST/>")!
    }

    static var clip: GCKAdBreakClipInfo {
        let builder = GCKAdBreakClipInfoBuilder(adBreakClipID: "clip")
        builder.duration = 30
        builder.title = "Buy"
        builder.clickThroughURL = URL(string: "https://example.com/buy")
        builder.contentURL = URL(string: "https://example.com/ad.mp4")
        builder.mimeType = "video/mp4"
        builder.contentID = "ad"
        builder.posterURL = URL(string: "https://example.com/ad.jpg")
        builder.whenSkippable = 5
        builder.hlsSegmentFormat = .FMP4
        builder.vastAdsRequest = vast
        builder.customData = ["campaign": "x"]
        return builder.build()
    }

    static var adBreak: GCKAdBreakInfo {
        let builder = GCKAdBreakInfoBuilder(adBreakID: "break", adBreakClipIds: ["clip"])
        builder.playbackPosition = 60
        builder.watched = true
        builder.embedded = true
        builder.expanded = true
        return builder.build()
    }

    static var media: GCKMediaInformation {
        let builder = GCKMediaInformationBuilder(contentURL: address)
        builder.contentID = "film"
        builder.streamType = .live
        builder.contentType = "video/mp4"
        builder.metadata = metadata
        builder.adBreaks = [adBreak]
        builder.adBreakClips = [clip]
        builder.streamDuration = 596.5
        builder.mediaTracks = [track]
        builder.textTrackStyle = style
        builder.entity = "app://film"
        builder.startAbsoluteTime = 1_700_000_000.5
        builder.hlsSegmentFormat = .TS_AAC
        builder.hlsVideoSegmentFormat = .MPEG2_TS
        builder.customData = ["nested": [1, 2.5, true, "x", NSNull()]] as [String: Any]
        return builder.build()
    }

    static var item: GCKMediaQueueItem {
        GCKMediaQueueItem(
            mediaInformation: media,
            autoplay: false,
            startTime: 3,
            playbackDuration: -5,
            preloadTime: 0,
            activeTrackIDs: [1, 2],
            customData: ["i": 1]
        )
    }

    static var container: GCKMediaQueueContainerMetadata {
        let builder = GCKMediaQueueContainerMetadataBuilder(containerType: .audioBook)
        builder.title = "Book"
        builder.sections = [metadata]
        builder.containerDuration = 3600
        builder.containerImages = [image]
        builder.authors = ["A"]
        builder.narrators = ["N"]
        builder.publisher = "P"
        builder.releaseDate = "2020-01-01"
        return builder.build()
    }

    static var queue: GCKMediaQueueData {
        let builder = GCKMediaQueueDataBuilder(queueType: .videoPlayList)
        builder.queueID = "q"
        builder.name = "Queue"
        builder.entity = "app://queue"
        builder.repeatMode = .allAndShuffle
        builder.containerMetadata = container
        builder.startIndex = 1
        builder.startTime = 4
        builder.items = [item, item]
        return builder.build()
    }

    static var request: GCKMediaLoadRequestData {
        let builder = GCKMediaLoadRequestDataBuilder()
        builder.mediaInformation = media
        builder.queueData = queue
        builder.autoplay = false
        builder.startTime = 12
        builder.playbackRate = 1.5
        builder.activeTrackIDs = [1]
        builder.customData = [1]
        builder.credentials = "me"
        builder.credentialsType = kGCKCredentialsTypeCloud
        builder.atvCredentials = "tv"
        builder.atvCredentialsType = "atv"
        return builder.build()
    }

    static var loadOptions: GCKMediaLoadOptions {
        let options = GCKMediaLoadOptions()
        options.autoplay = false
        options.playPosition = 3
        options.playbackRate = 0.5
        options.activeTrackIDs = [4]
        options.customData = ["a": "b"]
        options.credentials = "c"
        options.credentialsType = "t"
        return options
    }

    static var queueLoadOptions: GCKMediaQueueLoadOptions {
        let options = GCKMediaQueueLoadOptions()
        options.startIndex = 2
        options.playPosition = 3
        options.repeatMode = .single
        options.customData = "x"
        return options
    }

    static var seekOptions: GCKMediaSeekOptions {
        let options = GCKMediaSeekOptions()
        options.interval = -3
        options.relative = true
        options.resumeState = .pause
        options.seekToInfinite = true
        options.customData = ["a": NSNull()]
        return options
    }

    static var requestItem: GCKMediaRequestItem {
        GCKMediaRequestItem(url: address, protocolType: .HLS, initialTime: 4, hlsSegmentFormat: .AAC)
    }

    static var launchOptions: GCKLaunchOptions {
        GCKLaunchOptions(relaunchIfRunning: true, languageCode: "de-CH", androidReceiverCompatible: true)
    }

    static var traits: GCKSessionTraits {
        GCKSessionTraits(minimumVolume: 0.25, maximumVolume: 0.75, volumeIncrement: 0.125, supportsMuting: false)
    }

    static var openURLOptions: GCKOpenURLOptions {
        GCKOpenURLOptions(content: .init(deviceUniqueID: "cast:1", deviceFriendlyName: "Küche?&", sessionID: "s/+"))
    }

    static var videoInfo: GCKVideoInfo { GCKVideoInfo(content: .init(width: 3840, height: 2160, hdrType: .DV)) }

    static var range: GCKMediaLiveSeekableRange {
        GCKMediaLiveSeekableRange(content: .init(startTime: 1, endTime: 9, isMovingWindow: true, isLiveDone: true))
    }

    static var breakStatus: GCKAdBreakStatus {
        GCKAdBreakStatus(
            content: .init(
                currentAdBreakTime: 1,
                currentAdBreakClipTime: 2,
                whenSkippable: 3,
                adBreakID: "b",
                adBreakClipID: "c"
            )
        )
    }

    /// One object of each class that can be archived.
    static var archivable: [any NSObject & NSCopying & NSSecureCoding] {
        [
            image, metadata, track, style, vast, clip, adBreak, media, container, queue, request, loadOptions,
            queueLoadOptions, seekOptions, requestItem, launchOptions, traits, openURLOptions, videoInfo, range,
            GCKColor(cssString: "#01020304"),
        ]
    }

    /// One object of each class that cannot be archived.
    static var others: [any NSObject & NSCopying] { [item, breakStatus] }
}
