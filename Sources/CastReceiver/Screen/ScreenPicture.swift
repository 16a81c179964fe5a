import CastArtwork

/// A picture that a page shows and gets from its device.
struct ScreenPicture: Sendable, Hashable {
    enum Role: Sendable, Hashable {
        /// What is played.
        case media
        /// What stands for it.
        case artwork
    }

    var address: String
    var role: Role
    /// Whether the address may name this machine.
    var mayBeOnThisMachine = true

    /// The path under which a page asks for the picture at an address; what an address holds by itself stays there.
    static func path(of address: String, _ names: PictureNames) -> String {
        isInline(address) ? address : "/screen/picture/\(names.name(of: address))"
    }

    static func isInline(_ address: String) -> Bool {
        address.prefix(11).lowercased() == "data:image/"
    }
}

extension ScreenState {
    /// All pictures that a page may ask for.
    var pictures: [ScreenPicture] {
        var pictures: [ScreenPicture] = []
        if let item = orders?.item {
            if item.kind == .image { pictures.append(ScreenPicture(address: item.url, role: .media)) }
            pictures += item.imageURLs.prefix(PlayerItem.imageLimit).map { ScreenPicture(address: $0, role: .artwork) }
        }
        if let next = upNext?.imageURL { pictures.append(ScreenPicture(address: next, role: .artwork)) }
        let mayBeOnThisMachine = orders?.item.mayBeOnThisMachine ?? true
        for index in pictures.indices { pictures[index].mayBeOnThisMachine = mayBeOnThisMachine }
        return pictures.filter { !ScreenPicture.isInline($0.address) }
    }

    /// The same with the paths of its pictures instead of their addresses.
    func naming(_ names: PictureNames) -> ScreenState {
        var state = self
        if var item = state.orders?.item {
            item.imageURLs = item.imageURLs.map { ScreenPicture.path(of: $0, names) }
            item.pictureURL = item.kind == .image ? ScreenPicture.path(of: item.url, names) : nil
            state.orders?.item = item
        }
        state.upNext?.imageURL = upNext?.imageURL.map { ScreenPicture.path(of: $0, names) }
        return state
    }
}
