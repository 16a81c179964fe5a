package import CastHTTPClient
import CastMediaProbe

/// Opens media by HTTP, as a device without a page does: asks for its first bytes, looks whether they are media, and
/// asks for as few more as tell how long it plays.
///
/// Bounded in time by ``timeLimit`` and in bytes by the limits of the probe, whatever the server does. A redirect or a
/// playlist cannot make the device reach into its own machine or network (``RestrictedHTTPClient``).
package struct HTTPMediaInspector: MediaInspector {
    /// How long an inspection may take. Default ten seconds.
    private let timeLimit: Duration
    var client: RestrictedHTTPClient.Configuration

    package init(
        timeLimit: Duration = .seconds(10),
        client: RestrictedHTTPClient.Configuration = RestrictedHTTPClient.Configuration()
    ) {
        self.timeLimit = timeLimit
        self.client = client
        self.client.timeLimit = timeLimit
    }

    package func inspect(_ item: PlayerItem) async -> MediaInspection {
        let declared = MediaForm(contentType: item.contentType, url: item.url)
        let result = await withTaskGroup(of: MediaInspection?.self) { group in
            group.addTask { await open(item, declared: declared) }
            group.addTask {
                try? await Task.sleep(for: timeLimit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        return result
            ?? .unplayable(
                detailedErrorCode: declared.networkErrorCode,
                message: "\(item.url) did not answer within \(timeLimit)"
            )
    }

    private func open(_ item: PlayerItem, declared: MediaForm) async -> MediaInspection {
        // A client of its own: nothing is kept open between media.
        var configuration = client
        if !item.mayBeOnThisMachine { configuration.narrowestScope = .link }
        let client = RestrictedHTTPClient(configuration)
        let source = HTTPMediaSource(client: client, url: item.url)
        let result = await open(item, declared: declared, source: source)
        await client.shutdown()
        return result
    }

    private func open(_ item: PlayerItem, declared: MediaForm, source: HTTPMediaSource) async -> MediaInspection {
        do {
            let start = try await source.start()
            let found = MediaForm(firstBytes: start.bytes)
            let served = MediaForm(contentType: start.contentType, url: "")
            switch found {
            case .playlist(.hls): return .playable(await facts(of: start, from: source), kind: .video)
            case .playlist(.dash): return .playable(MediaMetadataFacts(), kind: .video)
            case .image: return .playable(MediaMetadataFacts(), kind: .image)
            case .other: return .playable(MediaMetadataFacts(), kind: kind(item, served))
            case .unknown, .playlist, .container: break
            }
            return try await probe(item, source: source, start: start, kind: kind(item, served))
        } catch let error as HTTPMediaSource.Refusal {
            return .unplayable(
                detailedErrorCode: declared.networkErrorCode,
                message: "\(item.url) answered \(error.status)"
            )
        } catch RestrictedHTTPError.unsupportedURL(let url) {
            return .unplayable(
                detailedErrorCode: 104,
                message: "\(url.prefix(200)) is not an http or https URL, and a device loads nothing else"
            )
        } catch let error as RestrictedHTTPError {
            return .unplayable(detailedErrorCode: declared.networkErrorCode, message: "\(item.url): \(error)")
        } catch {
            return .unplayable(
                detailedErrorCode: declared.networkErrorCode,
                message: "\(item.url) cannot be reached: \(error)"
            )
        }
    }

    /// How long an HLS playlist plays, or which part of its live stream can be played.
    private func facts(of start: HTTPMediaSource.Start, from source: HTTPMediaSource) async -> MediaMetadataFacts {
        let playlist = HLSPlaylist(String(decoding: start.bytes, as: UTF8.self))
        // A playlist of which only the beginning is known says nothing about its length.
        guard start.size.map({ $0 <= UInt64(start.bytes.count) }) ?? true else { return MediaMetadataFacts() }
        guard case .master(let first)? = playlist else { return playlist?.facts ?? MediaMetadataFacts() }
        // The playlist's server decides no more than a redirect of its would.
        guard let url = RestrictedHTTPClient.resolve(first, in: start.source) else { return MediaMetadataFacts() }
        let variant = HTTPMediaSource(client: source.client, url: url, origin: start.source.origin)
        guard let found = try? await variant.start() else { return MediaMetadataFacts() }
        return HLSPlaylist(String(decoding: found.bytes, as: UTF8.self))?.facts ?? MediaMetadataFacts()
    }

    private func probe(
        _ item: PlayerItem,
        source: HTTPMediaSource,
        start: HTTPMediaSource.Start,
        kind: PlayerItem.Kind
    ) async throws -> MediaInspection {
        do {
            let facts = try await MediaProbe.probe(size: start.size) { range in
                try await source.read(range, after: start)
            }
            return .playable(MediaMetadataFacts(duration: facts.duration), kind: kind)
        } catch MediaProbeError.notMedia {
            let type = start.contentType.isEmpty ? "no content type" : start.contentType
            return .unplayable(
                detailedErrorCode: 104,
                message: "\(item.url) is no media that a device could play (\(type))"
            )
        } catch MediaProbeError.damaged(let container, let offset) {
            return .unplayable(
                detailedErrorCode: 102,
                message: "\(item.url) is damaged: its \(container.rawValue) contradicts itself at byte \(offset)"
            )
        } catch MediaProbeError.tooMuchWork {
            return .playable(MediaMetadataFacts(), kind: kind)
        } catch HTTPMediaSource.ReadError.noRanges {
            // It plays from the start; how long, its beginning does not say.
            return .playable(MediaMetadataFacts(), kind: kind)
        }
    }

    private func kind(_ item: PlayerItem, _ served: MediaForm) -> PlayerItem.Kind {
        if item.kind != .unknown { return item.kind }
        if case .container(let kind) = served { return kind }
        return .unknown
    }
}
