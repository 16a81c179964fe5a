// SPDX-License-Identifier: Apache-2.0

import CastSender
import CastSwiftUI
import CastUI
import CastWire
import SwiftUI

/// A video that devices fetch from the internet.
struct Video: Identifiable, Hashable {
    var title: String
    var subtitle: String
    var url: String

    var id: String { url }

    /// The description for the load request.
    var information: MediaInformation {
        var metadata = MediaMetadata(metadataType: .movie)
        metadata.title = title
        metadata.subtitle = subtitle
        return MediaInformation(contentID: url, contentType: "video/mp4", streamType: .buffered, metadata: metadata)
    }

    static let samples = [
        Video(
            title: "Big Buck Bunny",
            subtitle: "Blender Foundation",
            url: "https://commondatastorage.googleapis.com/gtv-videos-bucket/sample/BigBuckBunny.mp4"
        ),
        Video(
            title: "Sintel",
            subtitle: "Blender Foundation",
            url: "https://commondatastorage.googleapis.com/gtv-videos-bucket/sample/Sintel.mp4"
        ),
    ]
}

/// The list of videos. A tap casts one.
struct VideoList: View {
    @Environment(\.castModel) private var cast
    /// The video to cast once there is a session.
    @State private var chosen: Video?
    @State private var failure: String?

    var body: some View {
        NavigationStack {
            List(Video.samples) { video in
                Button {
                    chosen = video
                } label: {
                    VStack(alignment: .leading) {
                        Text(video.title).font(.headline)
                        Text(video.subtitle).foregroundStyle(.secondary)
                    }
                }
            }
            .navigationTitle("Videos")
            .toolbar { CastButton() }
        }
        .task(id: chosen) { await load() }
        .alert("The video cannot be cast", isPresented: hasFailed) {
            Button("OK") { failure = nil }
        } message: {
            Text(failure ?? "")
        }
    }

    private var hasFailed: Binding<Bool> {
        Binding {
            failure != nil
        } set: { isShown in
            if !isShown { failure = nil }
        }
    }

    private func load() async {
        guard let video = chosen, let cast else { return }
        guard let session = await cast.session else {
            // The user chooses a device, and taps the video again.
            cast.send(.openDialog)
            chosen = nil
            return
        }
        do {
            _ = try await session.media.load(video.information)
        } catch {
            failure = "\(error)"
        }
        chosen = nil
    }
}
