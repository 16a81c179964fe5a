import NIOCore

extension MediaServer {
    /// Offers a file until ``withdraw(_:)`` or the end of the server.
    ///
    /// Reads the first bytes of the file, on the caller's thread, to tell what it is where its name does not.
    /// A file that changes later is served as it then is, under another entity tag; one that vanishes is not found. So is
    /// every file when another folder, or a link to one, has taken the place of the file's folder.
    ///
    /// - Parameters:
    ///   - path: Where the file is. The last part must be the file itself: a symbolic link is refused, because what
    ///     it leads to may change after the choice was made.
    ///   - contentType: Its media type; `nil` for the one that ``ContentType`` finds.
    ///   - name: The last part of its URL; `nil` for the name of the file.
    /// - Throws: ``MediaServerError`` when there is no such file, or it is no file, or may not be read.
    public func offer(
        file path: String,
        contentType: String? = nil,
        name: String? = nil
    ) throws(MediaServerError) -> OfferedMedia {
        let location = try MediaFileLocation(sharing: path)
        let file = try location.open()
        let name = Self.urlName(name ?? String(path.split(separator: "/").last ?? "media"))
        let type = contentType ?? ContentType.guess(fileName: name, firstBytes: file.firstBytes(512))
        return insert(.file(location), name: name, contentType: type, size: file.identity.size)
    }

    /// Offers bytes that are in memory, such as artwork, until ``withdraw(_:)`` or the end of the server.
    public func offer(data: [UInt8], contentType: String, name: String) -> OfferedMedia {
        insert(.data(ByteBuffer(bytes: data)), name: Self.urlName(name), contentType: contentType, size: data.count)
    }

    /// Stops offering an item. Answers that are being written go on to their end; a new request is not found.
    public func withdraw(_ media: OfferedMedia) {
        offers.remove(media)
    }

    /// The URL at which a device finds an offered item. The server must be listening.
    ///
    /// - Parameter localAddress: The local address of the socket that talks to the device: the one address of this
    ///   machine that is known to be on the device's network. A link-local IPv6 address, which a device cannot use
    ///   without a zone, is replaced by another address of its interface where there is one.
    public func url(for media: OfferedMedia, reachableFrom localAddress: String) -> String {
        let address = AdvertisedAddress(localAddress)
        let known = addresses.port(at: address.listeningHost) ?? offers.port
        let port = known == 0 ? configuration.port : known
        return "http://\(NetworkAddress.bracketed(address.host)):\(port)\(media.path)"
    }

    /// What was fetched of an item until now. All zero says that no device ever came.
    public func traffic(of media: OfferedMedia) -> MediaTraffic {
        offers.traffic(of: media)
    }

    /// How many requests were for something that is not offered.
    public var refusedRequests: Int { offers.refused }

    /// What happens from now on. Each call gives a stream of its own, which keeps the newest 256 events for a reader
    /// that falls behind, and ends with the server.
    public func events() -> AsyncStream<MediaServerEvent> {
        offers.events()
    }

    private func insert(_ source: MediaSource, name: String, contentType: String, size: Int) -> OfferedMedia {
        let media = OfferedMedia(id: Self.token(), name: name, contentType: contentType, size: size)
        offers.insert(OfferTable.Offer(media: media, source: source))
        return media
    }

    private static func token() -> String {
        var generator = SystemRandomNumberGenerator()
        return Hexadecimal.text(generator.next()) + Hexadecimal.text(generator.next())
    }

    /// A name that is one part of a path: neither empty nor `.` nor `..`, and without a slash or a control character.
    private static func urlName(_ name: String) -> String {
        let safe = String(name.map { $0 == "/" || $0.unicodeScalars.contains { $0.value < 32 } ? "_" : $0 })
        return safe.isEmpty || safe == "." || safe == ".." ? "media" : safe
    }
}
