import CastMedia
import CastWire
import NIOPosix

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The files of this machine that a play needs, offered to the device while ``run()`` runs.
struct MediaOffers: Sendable {
    private let server: MediaServer
    private let media: [Int: OfferedMedia]
    private let artwork: [Int: OfferedMedia]

    /// Opens what is local among `items`; nil when nothing is.
    ///
    /// - Parameter ports: Where to serve them; nil is any free port.
    /// - Throws: ``CommandFailure`` naming the file that cannot be read.
    init?(_ items: [PlayItem], ports: PortRange?) throws {
        guard items.contains(where: { $0.source.isLocal || $0.artwork?.isLocal == true }) else { return nil }
        var configuration = MediaServerConfiguration()
        // Only at the address that the device is told, which is known once there is a connection.
        configuration.listensOnDemand = true
        configuration.ports = ports?.ports
        let server = MediaServer(configuration: configuration, group: MultiThreadedEventLoopGroup.singleton)
        var media: [Int: OfferedMedia] = [:]
        var artwork: [Int: OfferedMedia] = [:]
        for (index, item) in items.enumerated() {
            media[index] = try Self.offer(item.source, contentType: item.contentType, on: server)
            if let picture = item.artwork {
                artwork[index] = try Self.offer(picture, contentType: nil, on: server)
            }
        }
        self.server = server
        self.media = media
        self.artwork = artwork
    }

    /// Serves until the task is cancelled.
    func run() async throws {
        try await server.run()
    }

    /// What the device is to fetch for an item, and its type, once the server listens.
    static func address(
        of item: PlayItem,
        at index: Int,
        offers: MediaOffers?,
        reachableFrom address: String,
        onWarning: @Sendable (String) -> Void
    ) async throws -> (url: String, type: String) {
        if case .url(let url) = item.source {
            if let type = item.contentType { return (url, type) }
            return (url, try await WebMedia.contentType(of: url, onWarning: onWarning))
        }
        guard let offers, let offered = offers.media[index] else { return ("", ContentType.unknown) }
        return (try await offers.url(for: offered, reachableFrom: address), offered.contentType)
    }

    /// The address of an item's picture; nil when it has none.
    static func artworkURL(
        of item: PlayItem,
        at index: Int,
        offers: MediaOffers?,
        reachableFrom address: String
    ) async -> String? {
        if case .url(let url)? = item.artwork { return url }
        guard let offers, let offered = offers.artwork[index] else { return nil }
        // A picture that cannot be served does not keep the media from playing.
        return try? await offers.url(for: offered, reachableFrom: address)
    }

    /// Whether the device, or anybody, has asked for the item's file; true where there is none.
    func wasFetched(_ index: Int) -> Bool {
        media[index].map { server.traffic(of: $0).requests > 0 } ?? true
    }

    private func url(for offered: OfferedMedia, reachableFrom address: String) async throws -> String {
        try await server.listen(reachableFrom: address)
        return server.url(for: offered, reachableFrom: address)
    }

    private static func offer(
        _ source: PlaySource,
        contentType: String?,
        on server: MediaServer
    ) throws -> OfferedMedia? {
        switch source {
        case .url: return nil
        case .data(let bytes, let name, let type):
            return server.offer(data: bytes, contentType: contentType ?? type, name: name)
        case .file(let path):
            do {
                // The person who typed the path chose what a link leads to.
                let name = path.split(separator: "/").last.map(String.init)
                return try server.offer(file: resolved(path), contentType: contentType, name: name)
            } catch {
                throw CommandFailure(
                    code: "fileNotReadable",
                    exitStatus: .failure,
                    message: "\(path) cannot be played: \(error)",
                    hint: error.code == .noSuchFile ? "check the path; a URL begins with http:// or https://" : nil,
                    detail: ["path": .string(path)]
                )
            }
        }
    }

    /// The path without links, or as it is when it leads nowhere.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
