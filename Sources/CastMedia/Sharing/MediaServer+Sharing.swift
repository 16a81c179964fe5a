// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
import CastWire
import NIOCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension MediaServer {
    /// Shares a file until ``withdraw(_:)`` is called or the server ends.
    ///
    /// Reads the first bytes of the file on the caller's thread to determine its type. If the file changes later, the
    /// new content is served with another entity tag. If the file is deleted, or if a folder of its path is replaced by
    /// another folder or a symbolic link, requests are answered with 404.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Its last component must not be a symbolic link, because the link's target could
    ///     change after the user chose the file.
    ///   - contentType: The media type; `nil` for the one that ``ContentType`` detects from the first bytes and from
    ///     the extension of `name`, or of the file if that of `name` is not known.
    ///   - name: The last component of the URL; `nil` for the name of the file.
    /// - Throws: ``MediaServerError`` if the file does not exist, is not a regular file or cannot be read.
    public func share(
        file path: String,
        contentType: String? = nil,
        name: String? = nil
    ) throws(MediaServerError) -> SharedMedia {
        let location = try MediaFileLocation(sharing: path)
        let file = try location.open()
        let name = Self.urlName(name ?? String(path.split(separator: "/").last ?? "media"))
        let typeName = ContentType.guess(fileName: name) == ContentType.unknown ? path : name
        let type = contentType ?? ContentType.guess(fileName: typeName, firstBytes: file.firstBytes(512))
        return insert(.file(location), name: name, contentType: type, size: file.identity.size)
    }

    /// Shares the file at a file URL, as ``share(file:contentType:name:)-(String,_,_)`` does with its path.
    ///
    /// - Throws: ``MediaServerError``, with the code `notAFile` for a URL of another scheme.
    public func share(
        file url: URL,
        contentType: String? = nil,
        name: String? = nil
    ) throws(MediaServerError) -> SharedMedia {
        guard url.isFileURL else { throw MediaServerError(.notAFile, subject: url.absoluteString) }
        return try share(file: url.path(percentEncoded: false), contentType: contentType, name: name)
    }

    /// Shares bytes in memory, such as artwork, until ``withdraw(_:)`` is called or the server ends.
    ///
    /// - Parameters:
    ///   - data: The content.
    ///   - contentType: The media type of the content.
    ///   - name: The last component of the URL.
    public func share(data: [UInt8], contentType: String, name: String) -> SharedMedia {
        insert(.data(ByteBuffer(bytes: data)), name: Self.urlName(name), contentType: contentType, size: data.count)
    }

    /// Stops sharing an item. Responses in progress continue; new requests are answered with 404.
    public func withdraw(_ media: SharedMedia) {
        let source = sharedMedia.remove(media)
        // Waits only for the end of a program, which is killed, or of connections.
        switch source {
        case .conversion, .live, .picture, .relay: Task { await source?.close() }
        // The tracks of a file share an extraction, which ends with the item.
        case .file, .data, .subtitles, nil: break
        }
    }

    /// Returns the URL at which a device can fetch a shared item. The server must be listening.
    ///
    /// - Parameters:
    ///   - media: The shared item.
    ///   - localAddress: The local address of the connection to the device, which is the only address of this machine
    ///     that the device is known to reach. A link-local IPv6 address, which a device cannot use without a zone, is
    ///     replaced by another address of its interface if there is one.
    public func url(for media: SharedMedia, reachableFrom localAddress: String) -> String {
        let address = AdvertisedAddress(localAddress)
        let known = addresses.port(at: address.listeningHost) ?? sharedMedia.port
        let port = known == 0 ? configuration.port : known
        return "http://\(URLHost.bracketed(address.host)):\(port)\(media.path)"
    }

    /// Returns the requests for an item so far. If all values are zero, no device has requested it.
    public func traffic(of media: SharedMedia) -> MediaTraffic {
        sharedMedia.traffic(of: media)
    }

    /// The number of requests for paths that are not shared.
    public var refusedRequests: Int { sharedMedia.refused }

    /// Returns a new stream of events from now on.
    ///
    /// A stream buffers the newest 256 events and finishes when the server ends.
    public func events() -> AsyncStream<MediaServerEvent> {
        sharedMedia.events.stream()
    }

    /// Shares an item. Its parts, which are shared already, end with it.
    func insert(
        _ source: MediaSource,
        name: String,
        contentType: String,
        size: Int,
        parts: [SharedMedia] = [],
        id: String = Hexadecimal.random(bytes: 16)
    ) -> SharedMedia {
        insert(name: name, contentType: contentType, size: size, parts: parts, id: id) { _ in source }
    }

    /// Shares a source that is created with the identifier of the item.
    func insert(
        name: String,
        contentType: String,
        size: Int,
        parts: [SharedMedia] = [],
        id: String = Hexadecimal.random(bytes: 16),
        _ source: (String) -> MediaSource
    ) -> SharedMedia {
        let media = SharedMedia(
            id: id,
            name: Self.urlName(name),
            contentType: contentType,
            size: size
        )
        var item = SharedMediaTable.Item(media: media, source: source(media.id), parts: parts)
        if case .relay = item.source { item.traffic.isRelayed = true }
        sharedMedia.insert(item)
        return media
    }

    /// Returns a valid path component: not empty, not `.` or `..`, and without slashes and control characters.
    private static func urlName(_ name: String) -> String {
        let safe = String(name.map { $0 == "/" || $0.unicodeScalars.contains { $0.value < 32 } ? "_" : $0 })
        return safe.isEmpty || safe == "." || safe == ".." ? "media" : safe
    }
}
