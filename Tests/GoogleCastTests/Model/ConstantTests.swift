// SPDX-License-Identifier: Apache-2.0

import Foundation
import GoogleCast
import Testing

/// Constants and defaults. Uses only public API, as ``RawValueTests`` does.
@Suite("Constants and defaults of the API")
struct ConstantTests {
    @Test("MM1 the invalid time is NaN, and infinity is a valid time")
    func invalidTime() {
        #expect(kGCKInvalidTimeInterval.isNaN)
        #expect(!GCKIsValidTimeInterval(kGCKInvalidTimeInterval))
        #expect(GCKIsValidTimeInterval(0) && GCKIsValidTimeInterval(-1))
        #expect(GCKIsValidTimeInterval(.infinity) && GCKIsValidTimeInterval(-.infinity))
    }

    @Test("MM2 the invalid queue item id is 0")
    func invalidItem() { #expect(kGCKMediaQueueInvalidItemID == 0) }

    @Test("U11 E2 the default receiver ID and the error domain equal the original's")
    func names() {
        #expect(kGCKDefaultMediaReceiverApplicationID == "CC1AD845")
        #expect(kGCKErrorDomain == "com.google.GCKError")
        #expect(kGCKCredentialsTypeCloud == "cloud")
        #expect(kGCKThreadException == "GCKThreadException")
    }

    @Test("U12 the notification names are distinct and spelled as the original's")
    func notifications() {
        let names: Set<NSNotification.Name> = [
            .gckCastStateDidChange, .gckExpandedMediaControlsTriggered, .gckUICastDialogWillShow,
            .gckUICastDialogDidHide,
        ]
        #expect(names.count == 4)
        #expect(NSNotification.Name.gckUICastDialogWillShow == .gckuiCastDialogWillShow)
        #expect(NSNotification.Name.gckUICastDialogDidHide == .gckuiCastDialogDidHide)
    }

    @Test("U13 the keys for key-value observing are the properties' names")
    func keys() {
        #expect(kGCKKeyHasDiscoveredDevices == "hasDiscoveredDevices")
        #expect(kGCKKeyConnectionState == "connectionState")
    }

    @Test("U14 no request has the invalid request ID")
    func requestID() { #expect(kGCKInvalidRequestID == 0) }

    @Test("U19 the version is 4.8.3")
    func version() {
        #expect((GCK_VERSION_MAJOR, GCK_VERSION_MINOR, GCK_VERSION_FIX) == (4, 8, 3))
        #expect(kGCKFrameworkVersion.hasPrefix("4.8.3."))
    }

    @Test("The media commands equal the receiver's bits")
    func commands() {
        let commands: [Int] = [
            kGCKMediaCommandPause, kGCKMediaCommandSeek, kGCKMediaCommandSetVolume, kGCKMediaCommandToggleMute,
            kGCKMediaCommandSkipForward, kGCKMediaCommandSkipBackward, kGCKMediaCommandQueueNext,
            kGCKMediaCommandQueuePrevious, kGCKMediaCommandQueueShuffle, kGCKMediaCommandSkipAd,
            kGCKMediaCommandQueueRepeatAll, kGCKMediaCommandQueueRepeatOne, kGCKMediaCommandQueueRepeat,
            kGCKMediaCommandEditTracks, kGCKMediaCommandSetPlaybackRate, kGCKMediaCommandLike,
            kGCKMediaCommandDislike, kGCKMediaCommandFollow, kGCKMediaCommandUnfollow,
            kGCKMediaCommandStreamTransfer,
        ]
        let bits: [Int] = [
            1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3072, 4096, 8192, 16_384, 32_768, 65_536, 131_072,
            262_144,
        ]
        #expect(commands == bits)
    }

    @Test("The device capabilities equal the bits of the TXT record")
    func capabilities() {
        let all: [GCKDeviceCapability] = [
            .videoOut, .videoIn, .audioOut, .audioIn, .multizoneGroup, .dynamicGroup, .multiChannelGroup,
            .multiChannelMember, .masterOrFixedVolume, .attenuationOrFixedVolume, .dynamicGroupingSupported,
        ]
        #expect(all.map(\.rawValue) == [0, 1, 2, 3, 5, 6, 7, 8, 11, 12, 16].map { 1 << $0 })
    }

    @Test("U10 a switch over all cases of a closed enumeration needs no default")
    func closed() {
        func name(_ state: GCKConnectionState) -> String {
            switch state {
            case .disconnected: "disconnected"
            case .connecting: "connecting"
            case .connected: "connected"
            case .disconnecting: "disconnecting"
            }
        }
        func code(_ code: GCKRequestAbortReason) -> Int {
            switch code {
            case .replaced: 1
            case .cancelled: 2
            @unknown default: 0
            }
        }
        #expect(name(.connecting) == "connecting" && code(.cancelled) == 2)
    }

    @Test("MM3 MM7 media that is created from a URL has the original's defaults")
    func media() {
        let media = GCKMediaInformationBuilder(contentURL: URL(string: "https://example.com/a.mp4")!).build()
        #expect(media.streamType == .buffered && media.streamDuration == 0)
        #expect(media.contentType == "" && media.contentID == nil && media.entity == nil)
        #expect(media.startAbsoluteTime.isNaN)
        #expect(media.hlsSegmentFormat == .undefined && media.hlsVideoSegmentFormat == .undefined)
        #expect(media.metadata == nil && media.mediaTracks == nil && media.textTrackStyle == nil)
        #expect(media.adBreaks == nil && media.adBreakClips == nil && media.vmap == nil && media.customData == nil)
        #expect(GCKMediaInformationBuilder().build().streamType == .buffered)
        let linked = GCKMediaInformationBuilder(entity: "app://a").build()
        #expect(linked.entity == "app://a" && linked.contentURL == nil && linked.contentID == nil)
    }

    @Test("MM22 a new text track style has the original's defaults")
    func style() {
        let style = GCKMediaTextTrackStyle()
        #expect(style.fontScale == 1 && style.edgeType == .none && style.windowType == .none)
        #expect(style.windowRoundedCornerRadius == 0 && style.fontStyle == .normal)
        #expect(style.foregroundColor == nil && style.backgroundColor == nil)
        #expect(style.edgeColor == nil && style.windowColor == nil)
        #expect(style.fontFamily == nil && style.fontGenericFamily == .none && style.customData == nil)
    }

    @Test("MM29 MM31 a new queue item has the documented defaults and plays at once")
    func item() {
        let item = GCKMediaQueueItemBuilder().build()
        #expect(item.autoplay)
        #expect(item.startTime.isNaN && item.preloadTime.isNaN && item.playbackDuration == .infinity)
        #expect(item.itemID == kGCKMediaQueueInvalidItemID && item.activeTrackIDs.isEmpty)
        #expect(item.mediaInformation.contentID == nil && item.mediaInformation.contentType == "")
    }

    @Test("MM33 new queue data has the original's defaults")
    func queue() {
        let data = GCKMediaQueueDataBuilder(queueType: .album).build()
        #expect(data.queueType == .album && data.repeatMode == .unchanged && data.startIndex == 0)
        #expect(data.startTime.isNaN && data.items == nil && data.queueID == nil && data.name == nil)
        let container = GCKMediaQueueContainerMetadataBuilder(containerType: .audioBook).build()
        #expect(container.sections.isEmpty && container.containerImages.isEmpty && container.authors.isEmpty)
        #expect(container.containerDuration.isNaN && container.publisher == "" && container.releaseDate == "")
    }

    @Test("MM34 new load request data plays at once, at rate 1, from the default position")
    func load() {
        let data = GCKMediaLoadRequestDataBuilder().build()
        #expect(data.autoplay == true && data.playbackRate == 1 && data.startTime.isNaN)
        #expect(data.mediaInformation == nil && data.queueData == nil && data.activeTrackIDs == nil)
        let options = GCKMediaLoadOptions()
        #expect(options.autoplay && options.playbackRate == 1 && options.playPosition.isNaN)
        #expect(options.credentials == nil && options.credentialsType == nil && options.activeTrackIDs == nil)
        let queue = GCKMediaQueueLoadOptions()
        #expect(queue.startIndex == 0 && queue.playPosition.isNaN && queue.repeatMode == .unchanged)
    }

    @Test("MM36 new seek options seek to 0 and keep the player state")
    func seek() {
        let options = GCKMediaSeekOptions()
        #expect(options.interval == 0 && !options.relative && !options.seekToInfinite)
        #expect(options.resumeState == .unchanged && options.customData == nil)
    }

    @Test("S23 A15 credentials without a type have the type ios")
    func credentials() {
        let data = GCKCredentialsData(credentials: "x")
        #expect(data.credentials() == "x" && data.credentialsType() == "ios")
        let other = GCKCredentialsData(credentials: nil, credentialsType: nil)
        #expect(other.credentials() == nil && other.credentialsType() == nil)
    }

    @Test("Launch options without a language use the language of this machine")
    func launch() {
        for options in [
            GCKLaunchOptions(), GCKLaunchOptions(relaunchIfRunning: false),
            GCKLaunchOptions(relaunchIfRunning: false, androidReceiverCompatible: false),
        ] {
            #expect(!options.relaunchIfRunning && !options.androidReceiverCompatible)
            #expect(options.languageCode?.isEmpty == false)
        }
        #expect(GCKLaunchOptions(languageCode: nil, relaunchIfRunning: true).languageCode == nil)
    }

    @Test("The default traits allow volumes from 0 to 1 in steps of 0.05, and muting")
    func traits() {
        let traits = GCKSessionTraits()
        #expect(traits.minimumVolume == 0 && traits.maximumVolume == 1 && traits.volumeIncrement == 0.05)
        #expect(traits.supportsMuting && !traits.isFixedVolume())
    }
}
