// SPDX-License-Identifier: Apache-2.0

import CastConcurrency
package import CastHTTPClient
import CastMediaProbe
import CastWire

/// Opens media over HTTP for a device without a page: requests its first bytes, checks whether they are media, and
/// requests as few further bytes as needed to find the duration.
///
/// Limited in time by ``timeLimit`` and in bytes by the limits of the probe, for every response. A redirect or a
/// playlist cannot make the device access its own machine or network (``RestrictedHTTPClient``).
package struct HTTPMediaInspector: MediaInspector {
    /// The time limit of an inspection. Default 10 s.
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
        let result = await withSource(of: item) { await open(item, declared: declared, source: $0) }
        return result
            ?? .unplayable(
                detailedErrorCode: declared.networkErrorCode,
                message: "\(item.url) did not answer within \(timeLimit)"
            )
    }

    /// Runs an operation with the media of an item. All requests are subject to the loopback rule and the time limit.
    ///
    /// - Returns: The result of the operation; nil if the time limit has passed or the task was canceled.
    private func withSource<Value: Sendable>(
        of item: PlayerItem,
        _ operation: @escaping @Sendable (HTTPMediaSource) async -> Value
    ) async -> Value? {
        var configuration = client
        if !item.mayBeOnThisMachine { configuration.narrowestScope = .link }
        return await withTimeLimit(timeLimit) { [configuration] in
            // A separate client, so that no connection stays open between media.
            let client = RestrictedHTTPClient(configuration)
            let result = await operation(HTTPMediaSource(client: client, url: item.url))
            await client.shutdown()
            return result
        }
    }

    private func open(_ item: PlayerItem, declared: MediaForm, source: HTTPMediaSource) async -> MediaInspection {
        do {
            let start = try await source.start()
            let found = MediaForm(firstBytes: start.bytes)
            let served = MediaForm(contentType: start.contentType, url: "")
            switch found {
            case .playlist(.hls): return await openHLS(item, start: start, source: source)
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
                message: "\(url.prefix(200)) is not a valid http or https URL; the device loads no others"
            )
        } catch let error as RestrictedHTTPError {
            return .unplayable(detailedErrorCode: declared.networkErrorCode, message: "\(item.url): \(error)")
        } catch {
            return .unplayable(
                detailedErrorCode: declared.networkErrorCode,
                message: "\(item.url) cannot be reached: \(HTTPErrorText.describe(error))"
            )
        }
    }

    /// Opens an HLS stream: finds the duration or the playable part of a live stream, and compares the container of the
    /// segments with the declared one.
    private func openHLS(
        _ item: PlayerItem,
        start: HTTPMediaSource.Start,
        source: HTTPMediaSource
    ) async -> MediaInspection {
        var start = start
        var text = String(decoding: start.bytes, as: UTF8.self)
        if case .master(let first)? = HLSPlaylist(text) {
            // A playlist may refer to the same addresses as a redirect of its server.
            guard let url = RestrictedHTTPClient.resolve(first, in: start.source),
                let variant = try? await HTTPMediaSource(client: source.client, url: url, origin: start.source.origin)
                    .start()
            else { return .playable(MediaMetadataFacts(), kind: .video) }
            start = variant
            text = String(decoding: start.bytes, as: UTF8.self)
        }
        if let found = HLSSegmentContainer(playlist: text), found != item.segments {
            return .stalled(
                message: "\(item.url) has segments of \(found.rawValue), and the device expects "
                    + "\(item.segments.rawValue); the sender must declare hlsSegmentFormat and hlsVideoSegmentFormat"
            )
        }
        // The beginning of a playlist does not determine the duration.
        guard start.size.map({ $0 <= UInt64(start.bytes.count) }) ?? true else {
            return .playable(MediaMetadataFacts(), kind: .video)
        }
        return .playable(HLSPlaylist(text)?.facts ?? MediaMetadataFacts(), kind: .video)
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
        } catch MediaProbeError.unknownFormat {
            let type = start.contentType.isEmpty ? "no content type" : start.contentType
            return .unplayable(
                detailedErrorCode: 104,
                message: "\(item.url) is not media that the device can play (\(type))"
            )
        } catch MediaProbeError.damaged(let container, let offset) {
            return .unplayable(
                detailedErrorCode: 102,
                message: "\(item.url) is damaged: its \(container.rawValue) structure is inconsistent at byte \(offset)"
            )
        } catch MediaProbeError.limitExceeded {
            return .playable(MediaMetadataFacts(), kind: kind)
        } catch HTTPMediaSource.ReadError.noRanges {
            // The media plays from the start, but its beginning does not determine the duration.
            return .playable(MediaMetadataFacts(), kind: kind)
        }
    }

    private func kind(_ item: PlayerItem, _ served: MediaForm) -> PlayerItem.Kind {
        if item.kind != .unknown { return item.kind }
        if case .container(let kind) = served { return kind }
        return .unknown
    }
}

extension HTTPMediaInspector {
    package func videoCodec(of item: PlayerItem) async -> String? {
        // Errors of media that cannot be opened are reported elsewhere.
        let codec = await withSource(of: item) { source -> String? in try? await videoCodec(source) }
        return codec ?? nil
    }

    private func videoCodec(_ source: HTTPMediaSource) async throws -> String? {
        let start = try await source.start()
        return try await MediaProbe.videoCodec(size: start.size) { range in
            try await source.read(range, after: start)
        }
    }
}

/// The result of opening media without rendering it.
package enum MediaInspection: Sendable, Hashable {
    /// The media can be played. `kind` is its type, as far as its bytes tell.
    case playable(MediaMetadataFacts, kind: PlayerItem.Kind)
    /// The media cannot be played: a Cast error number, and a message with what was tried and the result.
    case unplayable(detailedErrorCode: Int, message: String)
    /// Devices wait for playable content without an error. The message has the reason.
    case stalled(message: String)
}

/// Determines whether media can be played, and how long it is.
package protocol MediaInspector: Sendable {
    /// Opens media. Returns within a bounded time, and soon after its task is canceled.
    func inspect(_ item: PlayerItem) async -> MediaInspection

    /// Returns the codec of the media's video track, as its container names it; nil if there is no such track or it is
    /// unknown.
    ///
    /// Returns within a bounded time, and soon after its task is canceled.
    func videoCodec(of item: PlayerItem) async -> String?
}

extension MediaInspector {
    package func videoCodec(of item: PlayerItem) async -> String? { nil }
}
