// SPDX-License-Identifier: Apache-2.0

import Foundation
import GoogleCast
import Testing

/// Apps create objects with the initializer that the original classes inherit from `NSObject`, without `@testable`.
@Suite("Initializers of NSObject") @MainActor struct InheritedInitializerTests {
    @Test func `media without content can be created and built upon`() {
        let information = GCKMediaInformation()
        #expect(information.contentID == nil)
        #expect(information.streamType == .buffered)
        #expect(GCKMediaQueueItem().autoplay)
        #expect(GCKMediaLoadRequestData().mediaInformation == nil)
        #expect(GCKMediaTrack().identifier == 0)
        #expect(GCKImage().width == 0)
        #expect(GCKMediaRequestItem().protocolType == .unknown)
        #expect(GCKMediaStatus().mediaSessionID == 0)
        #expect(GCKMediaQueueData().items == nil)
        #expect(GCKVideoInfo().width == 0)
        #expect(!GCKMediaLiveSeekableRange().isMovingWindow)
        let builder = GCKMediaQueueDataBuilder()
        builder.name = "A queue"
        #expect(builder.build().name == "A queue")
        let container = GCKMediaQueueContainerMetadataBuilder()
        container.title = "A book"
        #expect(container.build().title == "A book")
        #expect(GCKMediaQueueContainerMetadata().title == nil)
    }

    @Test func `ads without content can be created and built upon`() {
        #expect(GCKAdBreakInfo().adBreakID.isEmpty)
        #expect(GCKAdBreakClipInfo().title == nil)
        #expect(GCKAdBreakStatus().whenSkippable == TimeInterval(kAdBreakClipNotSkippable))
        #expect(GCKVASTAdsRequest().adTagUrl == nil)
        let clip = GCKAdBreakClipInfoBuilder()
        clip.title = "An ad"
        #expect(clip.build().title == "An ad")
        let adBreak = GCKAdBreakInfoBuilder()
        adBreak.expanded = true
        #expect(adBreak.build().expanded)
    }

    @Test func `devices, applications and options without content can be created`() {
        #expect(GCKDevice().deviceID.isEmpty)
        #expect(GCKNetworkAddress().ipAddress == nil)
        #expect(GCKDynamicDevice().friendlyName == nil)
        #expect(GCKMultizoneDevice().volumeLevel == 0)
        #expect(GCKMultizoneStatus().devices.isEmpty)
        #expect(GCKApplicationMetadata().applicationID.isEmpty)
        #expect(GCKSenderApplicationInfo().launchURL == nil)
        #expect(!GCKDiscoveryCriteria().hasApplicationIDs)
        #expect(GCKCastOptions().suspendSessionsWhenBackgrounded)
        #expect(GCKOpenURLOptions().sessionID == nil)
        #expect(GCKCredentialsData().credentials() == nil)
        #expect(GCKUIImageHints().imageSize == .zero)
        #expect(GCKDeviceProvider().deviceCategory.isEmpty)
        #expect(GCKColor().alpha == 0)
        #expect(GCKRequest().external)
        let (changed, other) = (GCKUIStyleAttributes(), GCKUIStyleAttributes())
        changed.adImageContentMode = NSNumber(value: 7)
        #expect(changed.adImageContentMode == 7)
        #expect(other.adImageContentMode != 7, "they belong to different styles")
    }
}
