import AsyncHTTPClient
import CastMediaProbe
import NIOCore
import NIOPosix

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Opens media by HTTP, as a device without a page does: asks for its first bytes, looks whether they are media, and
/// asks for as few more as tell how long it plays.
///
/// Bounded in time by ``timeLimit`` and in bytes by the limits of the probe, whatever the server does.
package struct HTTPMediaInspector: MediaInspector {
    /// How long an inspection may take. Default ten seconds.
    private let timeLimit: Duration

    package init(timeLimit: Duration = .seconds(10)) {
        self.timeLimit = timeLimit
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
        guard ["http://", "https://"].contains(where: { item.url.lowercased().hasPrefix($0) }) else {
            return .unplayable(
                detailedErrorCode: 104,
                message: "\(item.url) is no http or https address, and a device can load nothing else"
            )
        }
        // A client of its own: nothing is kept open between media, and a refused connection is not tried again.
        var configuration = HTTPClient.Configuration(timeout: .init(connect: TimeAmount(timeLimit)))
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: configuration
        )
        let source = HTTPMediaSource(client: client, url: item.url, timeLimit: timeLimit)
        let result = await open(item, declared: declared, source: source)
        try? await client.shutdown()
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
        guard let url = URL(string: first, relativeTo: URL(string: source.url)) else { return MediaMetadataFacts() }
        let variant = HTTPMediaSource(client: source.client, url: url.absoluteString, timeLimit: source.timeLimit)
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
