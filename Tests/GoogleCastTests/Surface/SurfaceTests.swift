// SPDX-License-Identifier: Apache-2.0

import Foundation
import GoogleCast
import Testing

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

// Imports the module without `@testable`, as an app does. Compiling this file proves that listeners can leave out any
// optional method, and that every open class can be subclassed.

// MARK: Listeners that implement only the required methods

private final class AppCastDeviceStatusListener: NSObject, GCKCastDeviceStatusListener {}
@available(*, deprecated)
private final class AppDeviceManagerDelegate: NSObject, GCKDeviceManagerDelegate {}
@available(*, deprecated)
private final class AppDeviceScannerListener: NSObject, GCKDeviceScannerListener {}
private final class AppDiscoveryManagerListener: NSObject, GCKDiscoveryManagerListener {}
private final class AppGenericChannelDelegate: NSObject, GCKGenericChannelDelegate {
    func cast(
        _ channel: GCKGenericChannel,
        didReceiveTextMessage message: String,
        withNamespace protocolNamespace: String
    ) {}
}

private final class AppLoggerDelegate: NSObject, GCKLoggerDelegate {}
@available(*, deprecated)
private final class AppMediaControlChannelDelegate: NSObject, GCKMediaControlChannelDelegate {}
private final class AppMediaQueueDelegate: NSObject, GCKMediaQueueDelegate {}
private final class AppRemoteMediaClientAdInfoParserDelegate: NSObject, GCKRemoteMediaClientAdInfoParserDelegate {}
private final class AppRemoteMediaClientListener: NSObject, GCKRemoteMediaClientListener {}
private final class AppRequestDelegate: NSObject, GCKRequestDelegate {}
private final class AppSessionManagerListener: NSObject, GCKSessionManagerListener {}
private final class AppUICastButtonDelegate: NSObject, GCKUICastButtonDelegate {}
private final class AppUIImageCache: NSObject, GCKUIImageCache {
    func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void) { completion(nil) }
}

private final class AppUIImagePicker: NSObject, GCKUIImagePicker {
    func getImageWith(_ imageHints: GCKUIImageHints, from metadata: GCKMediaMetadata) -> GCKImage? { nil }
}

private final class AppUIMediaButtonBarProtocol: NSObject, GCKUIMediaButtonBarProtocol {
    func buttonCount() -> UInt { 0 }
    func setButtonType(_ buttonType: GCKUIMediaButtonType, at index: UInt) {}
    func buttonType(at index: UInt) -> GCKUIMediaButtonType { .none }
    func setCustomButton(_ customButton: UIButton?, at index: UInt) {}
    func customButton(at index: UInt) -> UIButton? { nil }
}

private final class AppUIMediaControllerDelegate: NSObject, GCKUIMediaControllerDelegate {}
private final class AppUIMediaTrackSelectionViewControllerDelegate: NSObject,
    GCKUIMediaTrackSelectionViewControllerDelegate
{
    func didSelectMediaTracks(_ mediaTrackIDs: [NSNumber]) {}
}

private final class AppUIMiniMediaControlsViewControllerDelegate: NSObject, GCKUIMiniMediaControlsViewControllerDelegate
{
    func miniMediaControlsViewController(
        _ miniMediaControlsViewController: GCKUIMiniMediaControlsViewController,
        shouldAppear: Bool
    ) {}
}

// MARK: Subclasses of every open class

private class MyAdBreakClipInfo: GCKAdBreakClipInfo {}
private class MyAdBreakClipInfoBuilder: GCKAdBreakClipInfoBuilder {}
@available(*, deprecated)
private class MyAdBreakClipVastAdsRequest: GCKAdBreakClipVastAdsRequest, @unchecked Sendable {}
private class MyAdBreakInfo: GCKAdBreakInfo, @unchecked Sendable {}
private class MyAdBreakInfoBuilder: GCKAdBreakInfoBuilder {}
private class MyAdBreakStatus: GCKAdBreakStatus, @unchecked Sendable {}
private class MyApplicationMetadata: GCKApplicationMetadata {}
private class MyCastChannel: GCKCastChannel {}
private class MyCastContext: GCKCastContext {}
private class MyCastOptions: GCKCastOptions {}
private class MyCastSession: GCKCastSession {}
private class MyColor: GCKColor, @unchecked Sendable {}
private class MyCredentialsData: GCKCredentialsData, @unchecked Sendable {}
private class MyDevice: GCKDevice {}
@available(*, deprecated)
private class MyDeviceManager: GCKDeviceManager {}
private class MyDeviceProvider: GCKDeviceProvider {}
@available(*, deprecated)
private class MyDeviceScanner: GCKDeviceScanner {}
private class MyDiscoveryCriteria: GCKDiscoveryCriteria {}
private class MyDiscoveryManager: GCKDiscoveryManager {}
private class MyDynamicDevice: GCKDynamicDevice {}
private class MyError: GCKError, @unchecked Sendable {}
@available(*, deprecated)
private class MyFilterCriteria: GCKFilterCriteria {}
private class MyGenericChannel: GCKGenericChannel {}
private class MyHLSSegment: GCKHLSSegment {}
private class MyHLSVideoSegment: GCKHLSVideoSegment {}
private class MyImage: GCKImage, @unchecked Sendable {}
private class MyJSONUtils: GCKJSONUtils {}
private class MyLaunchOptions: GCKLaunchOptions {}
private class MyLogger: GCKLogger, @unchecked Sendable {}
private class MyLoggerFilter: GCKLoggerFilter, @unchecked Sendable {}
@available(*, deprecated)
private class MyMediaControlChannel: GCKMediaControlChannel {}
private class MyMediaInformation: GCKMediaInformation {}
private class MyMediaInformationBuilder: GCKMediaInformationBuilder {}
private class MyMediaLiveSeekableRange: GCKMediaLiveSeekableRange, @unchecked Sendable {}
private class MyMediaLoadOptions: GCKMediaLoadOptions {}
private class MyMediaLoadRequestData: GCKMediaLoadRequestData {}
private class MyMediaLoadRequestDataBuilder: GCKMediaLoadRequestDataBuilder {}
private class MyMediaMetadata: GCKMediaMetadata {}
private class MyMediaQueue: GCKMediaQueue {}
private class MyMediaQueueContainerMetadata: GCKMediaQueueContainerMetadata {}
private class MyMediaQueueContainerMetadataBuilder: GCKMediaQueueContainerMetadataBuilder {}
private class MyMediaQueueData: GCKMediaQueueData {}
private class MyMediaQueueDataBuilder: GCKMediaQueueDataBuilder {}
private class MyMediaQueueItem: GCKMediaQueueItem {}
private class MyMediaQueueItemBuilder: GCKMediaQueueItemBuilder {}
private class MyMediaQueueLoadOptions: GCKMediaQueueLoadOptions {}
private class MyMediaRequestItem: GCKMediaRequestItem {}
private class MyMediaSeekOptions: GCKMediaSeekOptions {}
private class MyMediaStatus: GCKMediaStatus {}
private class MyMediaTextTrackStyle: GCKMediaTextTrackStyle {}
private class MyMediaTrack: GCKMediaTrack {}
private class MyMultizoneDevice: GCKMultizoneDevice {}
private class MyMultizoneStatus: GCKMultizoneStatus {}
private class MyNetworkAddress: GCKNetworkAddress {}
private class MyOpenURLOptions: GCKOpenURLOptions {}
private class MyRemoteMediaClient: GCKRemoteMediaClient {}
private class MyRequest: GCKRequest {}
private class MySenderApplicationInfo: GCKSenderApplicationInfo, @unchecked Sendable {}
private class MySession: GCKSession {}
private class MySessionManager: GCKSessionManager {}
private class MySessionTraits: GCKSessionTraits, @unchecked Sendable {}
@available(*, deprecated)
private class MyUIButton: GCKUIButton {}
private class MyUICastButton: GCKUICastButton {}
private class MyUICastContainerViewController: GCKUICastContainerViewController {}
private class MyUIDeviceVolumeController: GCKUIDeviceVolumeController {}
private class MyUIExpandedMediaControlsViewController: GCKUIExpandedMediaControlsViewController {}
private class MyUIImageHints: GCKUIImageHints {}
private class MyUIMediaController: GCKUIMediaController {}
private class MyUIMediaTrackSelectionViewController: GCKUIMediaTrackSelectionViewController {}
private class MyUIMiniMediaControlsViewController: GCKUIMiniMediaControlsViewController {}
private class MyUIMultistateButton: GCKUIMultistateButton {}
private class MyUIPlayPauseToggleController: GCKUIPlayPauseToggleController {}
private class MyUIPlaybackRateController: GCKUIPlaybackRateController {}
private class MyUIStreamPositionController: GCKUIStreamPositionController {}
private class MyUIStyle: GCKUIStyle {}
private class MyUIStyleAttributes: GCKUIStyleAttributes {}
private class MyUIStyleAttributesCastViews: GCKUIStyleAttributesCastViews {}
private class MyUIStyleAttributesConnectionController: GCKUIStyleAttributesConnectionController {}
private class MyUIStyleAttributesConnectionNavigation: GCKUIStyleAttributesConnectionNavigation {}
private class MyUIStyleAttributesConnectionToolbar: GCKUIStyleAttributesConnectionToolbar {}
private class MyUIStyleAttributesDeviceChooser: GCKUIStyleAttributesDeviceChooser {}
private class MyUIStyleAttributesDeviceControl: GCKUIStyleAttributesDeviceControl {}
private class MyUIStyleAttributesExpandedController: GCKUIStyleAttributesExpandedController {}
@available(*, deprecated)
private class MyUIStyleAttributesGuestModePairingDialog: GCKUIStyleAttributesGuestModePairingDialog {}
private class MyUIStyleAttributesInstructions: GCKUIStyleAttributesInstructions {}
private class MyUIStyleAttributesMediaControl: GCKUIStyleAttributesMediaControl {}
private class MyUIStyleAttributesMiniController: GCKUIStyleAttributesMiniController {}
private class MyUIStyleAttributesNoDevicesAvailableController: GCKUIStyleAttributesNoDevicesAvailableController {}
private class MyUIStyleAttributesTrackSelector: GCKUIStyleAttributesTrackSelector {}
private class MyUIUtils: GCKUIUtils {}
private class MyVASTAdsRequest: GCKVASTAdsRequest, @unchecked Sendable {}
private class MyVideoInfo: GCKVideoInfo, @unchecked Sendable {}

@MainActor
@Suite("Public API that apps implement and subclass")
struct SurfaceTests {
    @Test("Listeners without methods can be added everywhere, and subclasses created")
    func instances() {
        let button = MyUICastButton(frame: .zero)
        let delegate = AppUICastButtonDelegate()
        button.delegate = delegate
        #expect(button.delegate === delegate)
        #expect(MyUIMultistateButton(type: .custom).buttonState == 0)
        let selector = MyUIMediaTrackSelectionViewController()
        let selectionDelegate = AppUIMediaTrackSelectionViewControllerDelegate()
        selector.selectionDelegate = selectionDelegate
        #expect(selector.selectionDelegate === selectionDelegate)
        let logger = AppLoggerDelegate()
        GCKLogger.sharedInstance().delegate = logger
        GCKLogger.sharedInstance().delegate = nil
        #expect(MyImage(url: URL(filePath: "/a"), width: 1, height: 1).width == 1)
    }

    @Test("This file contains every listener protocol and every open class")
    func complete() throws {
        let file = URL(filePath: #filePath)
        let own = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        let sources = file.deletingLastPathComponent().appending(path: "../../../Sources/GoogleCast")
            .standardizedFileURL
        let walk = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var (protocols, classes) = (0, 0)
        for case let source as URL in walk where source.pathExtension == "swift" {
            for line in try String(contentsOf: source, encoding: .utf8).split(separator: "\n") {
                let words = line.split { " :{<".contains($0) }
                guard words.count > 2, words[2].hasPrefix("GCK") else { continue }
                let name = words[2].dropFirst(3)
                if line.hasPrefix("public protocol ") {
                    protocols += 1
                    let exists = own.contains("class App\(name): NSObject, GCK\(name)")
                    #expect(exists, "GCK\(name) is not implemented in this file")
                } else if line.hasPrefix("open class ") {
                    classes += 1
                    let exists = own.contains("class My\(name): GCK\(name)")
                    #expect(exists, "GCK\(name) is not subclassed in this file")
                }
            }
        }
        #expect(protocols > 10 && classes > 80)
    }
}
