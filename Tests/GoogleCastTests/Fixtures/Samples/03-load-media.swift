import GoogleCast

/// Loads a video in the current session and prints the events of the request, the media and the session.
class Loader: NSObject, GCKRequestDelegate, GCKRemoteMediaClientListener, GCKSessionManagerListener {
    var mediaInformation: GCKMediaInformation?

    func load(_ address: String) {
        guard let url = URL(string: address) else {
            print("not a URL")
            return
        }
        let metadata = GCKMediaMetadata(metadataType: .movie)
        metadata.setString("The Lighthouse Keeper", forKey: kGCKMetadataKeyTitle)
        metadata.setString("A short film about a long night", forKey: kGCKMetadataKeySubtitle)
        metadata.addImage(GCKImage(url: URL(string: "https://example.com/lighthouse.jpg")!, width: 640, height: 360))

        let builder = GCKMediaInformationBuilder(contentURL: url)
        builder.streamType = .buffered
        builder.contentType = "video/mp4"
        builder.metadata = metadata
        let media = builder.build()
        mediaInformation = media

        let manager = GCKCastContext.sharedInstance().sessionManager
        manager.add(self)
        manager.currentSession?.remoteMediaClient?.add(self)
        manager.currentSession?.remoteMediaClient?.loadMedia(media).delegate = self
    }

    func requestDidComplete(_ request: GCKRequest) {
        print("load request \(request.requestID) completed")
    }

    func request(_ request: GCKRequest, didFailWithError error: GCKError) {
        print("load request failed:", error)
    }

    func request(_ request: GCKRequest, didAbortWith abortReason: GCKRequestAbortReason) {
        print("load request was replaced or canceled")
    }

    func remoteMediaClient(_ client: GCKRemoteMediaClient, didUpdate mediaStatus: GCKMediaStatus?) {
        guard let video = mediaStatus?.videoInfo else { return }
        print("\(video.width)x\(video.height)")
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didStart session: GCKSession) {
        print("session on \(session.device.friendlyName ?? "an unnamed device")")
    }

    func sessionManager(_ sessionManager: GCKSessionManager, didEnd session: GCKSession, withError error: Error?) {
        print("ended", error as Any)
    }
}
