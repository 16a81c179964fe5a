import CastHTTPClient
import CastMediaProbe

extension HTTPMediaInspector {
    package func videoCodec(of item: PlayerItem) async -> String? {
        let client = RestrictedHTTPClient(client)
        let source = HTTPMediaSource(client: client, url: item.url)
        // Media that cannot be opened here is none of this question's business.
        let codec = try? await videoCodec(source)
        await client.shutdown()
        return codec ?? nil
    }

    private func videoCodec(_ source: HTTPMediaSource) async throws -> String? {
        let start = try await source.start()
        return try await MediaProbe.videoCodec(size: start.size) { range in
            try await source.read(range, after: start)
        }
    }
}
