import CastMedia
import CastRemote
import CastSender
import CastWire
import NIOConcurrencyHelpers

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The local files of a playback, which are served to the device while ``run()`` runs.
final class SharedFiles: Sendable {
    /// A file in the form that a model of device plays.
    private struct Prepared {
        var model: PlaybackCapabilities
        var media: MediaServer.PreparedMedia
    }

    /// An item as a device fetches it.
    struct Address: Sendable {
        var url: String
        var contentType: String
        /// The file in the form that the device plays; nil for a URL.
        var prepared: MediaServer.PreparedMedia?
    }

    private let server: MediaServer
    private let media: [Int: SharedMedia]
    private let artwork: [Int: SharedMedia]
    private let subtitles: [Int: [MediaServer.SharedSubtitles]]
    private let sidecars = NIOLockedValueBox<[Int: [MediaServer.SharedSubtitles]]>([:])
    private let prepared = NIOLockedValueBox<[Int: Prepared]>([:])

    /// Opens the local files of `items`; nil if there are none.
    ///
    /// - Parameter ports: The ports for serving the files; nil for any free port.
    /// - Throws: ``CommandFailure`` that names the file that cannot be read.
    init?(_ items: [PlayItem], ports: PortRange?) throws {
        let isNeeded = items.contains { item in
            item.source.isLocal || item.artwork?.isLocal == true || !item.subtitles.paths.isEmpty
        }
        guard isNeeded else { return nil }
        var configuration = MediaServerConfiguration()
        // Listens only on the address in the URLs for the device, which is known once there is a connection.
        configuration.listensOnDemand = true
        configuration.ports = ports?.ports
        let server = MediaServer(configuration: configuration)
        var media: [Int: SharedMedia] = [:]
        var artwork: [Int: SharedMedia] = [:]
        var subtitles: [Int: [MediaServer.SharedSubtitles]] = [:]
        for (index, item) in items.enumerated() {
            media[index] = try Self.share(item.source, contentType: item.contentType, on: server)
            if let picture = item.artwork {
                artwork[index] = try Self.share(picture, contentType: nil, on: server)
            }
            subtitles[index] = try Self.selectedSubtitles(of: item, on: server)
        }
        self.server = server
        self.media = media
        self.artwork = artwork
        self.subtitles = subtitles
    }

    /// Serves the files until the task is canceled.
    func run() async throws {
        try await server.run()
    }

    /// Returns the address of an item and its media type, after the server has started to listen. A file that the device
    /// does not play is converted while it plays.
    ///
    /// - Throws: ``CommandFailure`` if the device does not play the item.
    static func address(
        of item: PlayItem,
        at index: Int,
        sharedFiles: SharedFiles?,
        on device: CastDevice,
        reachableFrom address: String,
        onWarning: @Sendable (String) -> Void
    ) async throws -> Address {
        if case .url(let url) = item.source {
            if let type = item.contentType { return Address(url: url, contentType: type) }
            return Address(url: url, contentType: try await WebMedia.contentType(of: url, onWarning: onWarning))
        }
        guard let sharedFiles, let shared = sharedFiles.media[index] else {
            return Address(url: "", contentType: ContentType.unknown)
        }
        let prepared = try await sharedFiles.prepare(shared, item, at: index, for: device, onNote: onWarning)
        return Address(
            url: try await sharedFiles.url(for: prepared.media, reachableFrom: address),
            contentType: prepared.media.contentType,
            prepared: prepared
        )
    }

    private func prepare(
        _ shared: SharedMedia,
        _ item: PlayItem,
        at index: Int,
        for device: CastDevice,
        onNote: @Sendable (String) -> Void
    ) async throws(CommandFailure) -> MediaServer.PreparedMedia {
        guard case .file(let path) = item.source, item.contentType == nil else {
            return MediaServer.PreparedMedia(media: shared, plan: nil)
        }
        let model = PlaybackCapabilities(device)
        if let known = prepared.withLockedValue({ $0[index] }), known.model == model { return known.media }
        do {
            let media = try await server.prepare(shared, at: Self.resolved(path), for: model, options: item.conversion)
            if let plan = media.plan, plan.needsConverter {
                onNote("Converting \(item.title): \(plan) (\(plan.reasons.joined(separator: "; "))).")
            }
            prepared.withLockedValue { $0[index] = Prepared(model: model, media: media) }
            return media
        } catch {
            throw CommandFailure(
                code: "notPlayable",
                exitStatus: .refused,
                message: "\(path) cannot be played on \(device.friendlyName): \(error)",
                hint: "play it unchanged with cast play --original",
                device: device.friendlyName,
                detail: ["path": .string(path)]
            )
        }
    }

    /// Returns the URL of an item's artwork; nil if it has none.
    static func artworkURL(
        of item: PlayItem,
        at index: Int,
        sharedFiles: SharedFiles?,
        reachableFrom address: String
    ) async -> String? {
        if case .url(let url)? = item.artwork { return url }
        guard let sharedFiles, let shared = sharedFiles.artwork[index] else { return nil }
        // Artwork that cannot be served does not prevent playback.
        return try? await sharedFiles.url(for: shared, reachableFrom: address)
    }

    /// Returns the subtitles of an item as tracks; none if they cannot be served, which does not prevent playback.
    static func tracks(
        of item: PlayItem,
        at index: Int,
        sharedFiles: SharedFiles?,
        reachableFrom address: String
    ) async -> [MediaTrack] {
        guard let sharedFiles, (try? await sharedFiles.server.listen(reachableFrom: address)) != nil else { return [] }
        let subtitles = await sharedFiles.subtitles(of: item, at: index)
        return sharedFiles.server.tracks(subtitles, reachableFrom: address)
    }

    /// Returns the subtitles that the user specified, and those next to the file, which are looked for once.
    private func subtitles(of item: PlayItem, at index: Int) async -> [MediaServer.SharedSubtitles] {
        let selected = subtitles[index] ?? []
        guard case .file(let path) = item.source, item.subtitles.includesSidecars else { return selected }
        if let known = sidecars.withLockedValue({ $0[index] }) { return selected + known }
        let options = item.subtitles
        let found = await server.shareSidecars(of: path, encoding: options.encoding, delay: options.delay)
        sidecars.withLockedValue { $0[index] = found }
        return selected + found
    }

    /// Shares the subtitle files that the user specified. An error in them is reported before anything is played.
    private static func selectedSubtitles(
        of item: PlayItem,
        on server: MediaServer
    ) throws -> [MediaServer.SharedSubtitles] {
        let options = item.subtitles
        return try options.paths.map { path in
            do {
                // The language of a file that the user chose is in its name as well.
                let name = SidecarSubtitle.describing(resolved(path))
                return try server.share(subtitles: name, encoding: options.encoding, delay: options.delay)
            } catch {
                throw CommandFailure(
                    code: "subtitlesNotReadable",
                    exitStatus: .failure,
                    message: "the subtitles \(path) cannot be shown: \(error)",
                    hint: "check the path, or specify the encoding with --subtitles-encoding",
                    detail: ["path": .string(path)]
                )
            }
        }
    }

    /// Returns whether any client has requested the item's file; true if it has none.
    func wasFetched(_ index: Int) -> Bool {
        let media = prepared.withLockedValue { $0[index]?.media.media } ?? media[index]
        return media.map { server.traffic(of: $0).requests > 0 } ?? true
    }

    private func url(for shared: SharedMedia, reachableFrom address: String) async throws -> String {
        try await server.listen(reachableFrom: address)
        return server.url(for: shared, reachableFrom: address)
    }

    private static func share(
        _ source: PlaySource,
        contentType: String?,
        on server: MediaServer
    ) throws -> SharedMedia? {
        switch source {
        case .url: return nil
        case .data(let bytes, let name, let type):
            return server.share(data: bytes, contentType: contentType ?? type, name: name)
        case .file(let path):
            do {
                // Links are resolved, because the user chose the path.
                let name = path.split(separator: "/").last.map(String.init)
                return try server.share(file: resolved(path), contentType: contentType, name: name)
            } catch {
                throw CommandFailure(
                    code: "fileNotReadable",
                    exitStatus: .failure,
                    message: "\(path) cannot be played: \(error)",
                    hint: error.code == .noSuchFile ? "check the path; URLs must begin with http:// or https://" : nil,
                    detail: ["path": .string(path)]
                )
            }
        }
    }

    /// Returns the path with links resolved, or unchanged if it does not exist.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
