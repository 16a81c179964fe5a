// SPDX-License-Identifier: Apache-2.0

import CastArtworkHTTP

/// A picture that a page shows and requests from its device.
struct ScreenPicture: Sendable, Hashable {
    enum Role: Sendable, Hashable {
        /// The media itself.
        case media
        /// The artwork of the media.
        case artwork
    }

    var address: String
    var role: Role
    /// Whether the URL may refer to this machine.
    var mayBeOnThisMachine = true

    /// Returns the path at which a page requests the picture of a URL. A data URL is returned unchanged.
    static func path(of address: String, _ names: ImageNames) -> String {
        isInline(address) ? address : "/screen/picture/\(names.name(of: address))"
    }

    static func isInline(_ address: String) -> Bool {
        address.prefix(11).lowercased() == "data:image/"
    }
}

extension ScreenState {
    /// All pictures that a page may request.
    var pictures: [ScreenPicture] {
        var pictures: [ScreenPicture] = []
        if let item = target?.item {
            if item.kind == .image { pictures.append(ScreenPicture(address: item.url, role: .media)) }
            pictures += item.imageURLs.prefix(PlayerItem.imageLimit).map { ScreenPicture(address: $0, role: .artwork) }
        }
        if let next = upNext?.imageURL { pictures.append(ScreenPicture(address: next, role: .artwork)) }
        let mayBeOnThisMachine = target?.item.mayBeOnThisMachine ?? true
        for index in pictures.indices { pictures[index].mayBeOnThisMachine = mayBeOnThisMachine }
        return pictures.filter { !ScreenPicture.isInline($0.address) }
    }

    /// Returns the state with the paths of its pictures in place of their URLs.
    func naming(_ names: ImageNames) -> ScreenState {
        var state = self
        if var item = state.target?.item {
            item.imageURLs = item.imageURLs.map { ScreenPicture.path(of: $0, names) }
            item.pictureURL = item.kind == .image ? ScreenPicture.path(of: item.url, names) : nil
            state.target?.item = item
        }
        state.upNext?.imageURL = upNext?.imageURL.map { ScreenPicture.path(of: $0, names) }
        return state
    }
}
