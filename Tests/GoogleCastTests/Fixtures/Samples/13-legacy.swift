import GoogleCast

/// Uses the first device that is found through the 2.x classes: connects, launches the receiver, loads, pauses, seeks.
class LegacyCaster: NSObject, GCKDeviceScannerListener, GCKDeviceManagerDelegate, GCKMediaControlChannelDelegate {
    var deviceScanner: GCKDeviceScanner!
    var deviceManager: GCKDeviceManager!
    var mediaControlChannel: GCKMediaControlChannel!

    func scan() {
        deviceScanner = GCKDeviceScanner(filterCriteria: GCKFilterCriteria(forAvailableApplicationWithID: "CC1AD845"))
        deviceScanner.add(self)
        deviceScanner.startScan()
    }

    func deviceDidComeOnline(_ device: GCKDevice) {
        print("found a device")
        deviceManager = GCKDeviceManager(device: device, clientPackageName: "com.example.legacy")
        deviceManager.delegate = self
        deviceManager.connect()
    }

    func deviceManagerDidConnect(_ deviceManager: GCKDeviceManager) {
        print("connected to the device")
        deviceManager.launchApplication("CC1AD845")
    }

    func deviceManager(_ deviceManager: GCKDeviceManager, didFailToConnectWithError error: Error) {
        print("could not connect:", error)
    }

    func deviceManager(
        _ deviceManager: GCKDeviceManager,
        didConnectToCastApplication applicationMetadata: GCKApplicationMetadata,
        sessionID: String,
        launchedApplication: Bool
    ) {
        print("connected to the receiver")
        mediaControlChannel = GCKMediaControlChannel()
        mediaControlChannel.delegate = self
        deviceManager.add(mediaControlChannel)
        let metadata = GCKMediaMetadata()
        metadata.setString("Title", forKey: kGCKMetadataKeyTitle)
        let media = GCKMediaInformation(
            contentID: "http://192.0.2.1/film.mp4",
            streamType: .none,
            contentType: "video/mp4",
            metadata: metadata,
            streamDuration: 120,
            mediaTracks: nil,
            textTrackStyle: nil,
            customData: nil
        )
        mediaControlChannel.loadMedia(media, autoplay: true, playPosition: 0)
    }

    func mediaControlChannelDidUpdateStatus(_ mediaControlChannel: GCKMediaControlChannel) {
        switch mediaControlChannel.mediaStatus?.playerState {
        case .playing:
            print("the media plays")
            mediaControlChannel.pause()
            mediaControlChannel.seek(toTimeInterval: 60)
        case .paused: print("the media is paused")
        default: break
        }
    }

    func mediaControlChannelDidUpdateMetadata(_ mediaControlChannel: GCKMediaControlChannel) {
        print("the metadata is new")
    }
}
