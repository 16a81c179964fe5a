// SPDX-License-Identifier: Apache-2.0

import Foundation
import GoogleCast

/// A video that devices fetch from the internet.
struct Video {
    var title: String
    var subtitle: String
    var url: URL

    /// The description for the load request.
    var information: GCKMediaInformation {
        let metadata = GCKMediaMetadata(metadataType: .movie)
        metadata.setString(title, forKey: kGCKMetadataKeyTitle)
        metadata.setString(subtitle, forKey: kGCKMetadataKeySubtitle)
        let builder = GCKMediaInformationBuilder(contentURL: url)
        builder.streamType = .buffered
        builder.contentType = "video/mp4"
        builder.metadata = metadata
        return builder.build()
    }

    static let samples = ["BigBuckBunny", "Sintel", "TearsOfSteel"].compactMap { name -> Video? in
        let folder = "https://commondatastorage.googleapis.com/gtv-videos-bucket/sample"
        guard let url = URL(string: "\(folder)/\(name).mp4") else { return nil }
        return Video(title: name, subtitle: "Blender Foundation", url: url)
    }
}
