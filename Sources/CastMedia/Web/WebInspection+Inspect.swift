// SPDX-License-Identifier: Apache-2.0

package import CastHTTPClient

extension WebInspection {
    /// Inspects a URL with a few small requests. The result contains what was found until a problem or a limit.
    ///
    /// - Parameters:
    ///   - url: An http or https URL.
    ///   - limits: The limits of time, size and number of requests.
    ///   - headers: The headers that the server requires. A device does not send them.
    public static func inspect(
        url: String,
        limits: Limits = Limits(),
        headers: RequestHeaders = RequestHeaders()
    ) async -> WebInspection {
        await inspect(url: url, limits: limits, headers: headers, client: RestrictedHTTPClient.Configuration())
    }

    /// Inspects a URL with rules for the requests, such as for a URL from a peer.
    package static func inspect(
        url: String,
        limits: Limits = Limits(),
        headers: RequestHeaders = RequestHeaders(),
        client configuration: RestrictedHTTPClient.Configuration
    ) async -> WebInspection {
        var configuration = configuration
        configuration.timeLimit = limits.request
        configuration.examinesCertificates = true
        let client = RestrictedHTTPClient(configuration)
        let requests = WebRequests(client: client, limits: limits, headers: headers, media: url)
        var inspector = Inspector(url: url, requests: requests, limits: limits)
        await inspector.run()
        await client.shutdown()
        if let stream = inspector.found.stream { HLSSegmentFormats.remember(stream.segments, of: url) }
        return inspector.found
    }

    /// The sequence of the requests of an inspection.
    private struct Inspector {
        var found: WebInspection
        var requests: WebRequests
        let limits: Limits

        init(url: String, requests: WebRequests, limits: Limits) {
            found = WebInspection(requestedURL: url)
            self.requests = requests
            self.limits = limits
        }

        mutating func run() async {
            guard let response = await first() else { return }
            if response.status >= 400 { return found.add(.status(response.status)) }
            if let time = found.timeToFirstByte, time > limits.slow { found.add(.slow(time)) }
            guard WebRequests.isManifest(response.bytes) else {
                if response.isComplete, response.bytes.isEmpty { found.add(.empty) }
                return examineMedia(response)
            }
            await examineManifest(response)
        }

        /// Requests the URL, again without a range if the server refuses the range: servers respond to a range of an
        /// empty file with 416, and some do so for every range.
        private mutating func first() async -> WebRequests.Response? {
            do throws(WebRequests.Failure) {
                defer { found.redirects = requests.redirects }
                var response = try await requests.get(found.requestedURL, .start)
                found.timeToFirstByte = response.timeToHead
                if response.status == 416 { response = try await requests.get(found.requestedURL, .whole) }
                found.status = response.status
                found.reportedType = response.contentType
                found.detectedType = ContentType.detect(firstBytes: response.bytes)
                found.length = response.length
                found.hasRanges = response.isPartial
                found.allowedOrigin = response.allowedOrigin
                return response
            } catch {
                found.add(error.problem ?? .unreachable(reason: error.reason))
                return nil
            }
        }

        // MARK: - Media

        private mutating func examineMedia(_ response: WebRequests.Response) {
            if let type = response.contentType, WebMedia.isMedia(type) {
                found.contentType = type
            } else if let type = found.detectedType {
                // The server's type is generic, such as application/octet-stream, or is not a media type.
                found.contentType = type
            } else if response.contentType == "text/html" || response.contentType == "application/xhtml+xml" {
                return found.add(.page)
            } else {
                let named = [found.requestedURL, found.url].map { WebMedia.contentType(named: $0) }
                found.contentType = named.first(where: WebMedia.isMedia) ?? found.contentType
            }
            if !response.isPartial, !ContentType.isImage(found.contentType) { found.add(.noRanges) }
        }

        // MARK: - Streams

        private mutating func examineManifest(_ start: WebRequests.Response) async {
            var response = start
            if !start.isComplete, start.bytes.count <= limits.manifest {
                do throws(WebRequests.Failure) {
                    response = try await requests.get(found.requestedURL, .whole)
                } catch {
                    return found.add(.missingPart(url: found.url, reason: error.reason))
                }
            }
            let isDASH = DASHManifest.matches(Array(response.bytes.prefix(4096)))
            let type = isDASH ? "application/dash+xml" : found.detectedType ?? WebMedia.hlsType
            let reported = response.contentType.flatMap { WebMedia.isMedia($0) ? $0 : nil }
            found.contentType = reported ?? type
            // A playlist of the M3U format without the tags of HLS is a list of files.
            guard isDASH || type == WebMedia.hlsType else {
                return found.add(.invalidPlaylist(url: found.url, reason: "it is a list of files, not a stream"))
            }
            checkOrigin(response)
            guard response.bytes.count <= limits.manifest else {
                let reason = "it is larger than \(limits.manifest >> 10) KiB"
                return found.add(.invalidPlaylist(url: found.url, reason: reason))
            }
            if isDASH {
                found.stream = DASHManifest(parsing: response.bytes)?.stream
                if found.stream?.variants.isEmpty ?? true, found.stream?.audio.isEmpty ?? true {
                    found.add(.emptyPlaylist(url: found.url))
                }
            } else {
                guard let playlist = parse(response) else { return }
                await examine(playlist, from: response.source.origin)
            }
            if let stream = found.stream, stream.isDRM { found.add(.protected(systems: stream.encryption)) }
        }

        private mutating func examine(_ playlist: HLSManifest, from origin: NetworkScope) async {
            var stream = WebStream(kind: .hls)
            stream.isMaster = playlist.isMaster
            stream.add(playlist.keys)
            guard playlist.isMaster else {
                stream.describe(playlist)
                stream.segments = HLSSegmentFormats(muxed: await format(of: playlist, from: origin))
                found.stream = stream
                return
            }
            stream.variants = playlist.variants.map {
                WebStream.Variant(bandwidth: $0.bandwidth, width: $0.width, height: $0.height, codecs: $0.codecs)
            }
            stream.audio = playlist.renditions(ofType: "AUDIO")
            stream.subtitles = playlist.renditions(ofType: "SUBTITLES")
            found.stream = stream
            // Formats are those of the variant and the audio that a device plays first.
            guard let variant = playlist.firstVariant else { return found.add(.emptyPlaylist(url: playlist.url)) }
            let video = await media(variant.uri, from: origin)
            let audio = playlist.audio(of: variant)
            let sound: HLSManifest? = if let audio { await media(audio, from: origin) } else { nil }
            let videoFormat: HLSSegmentDetection.Format? =
                if let video { await format(of: video, from: origin) } else { nil }
            let audioFormat: HLSSegmentDetection.Format? =
                if let sound { await format(of: sound, from: origin) } else { nil }
            for playlist in [video, sound].compactMap(\.self) { stream.add(playlist.keys) }
            if let video { stream.describe(video) }
            if !variant.hasVideo {
                stream.segments = HLSSegmentFormats(audio: videoFormat, codecs: variant.codecs)
            } else if audio != nil {
                stream.segments = HLSSegmentFormats(audio: audioFormat, codecs: variant.codecs)
                stream.segments.video = HLSSegmentFormats(muxed: videoFormat).video
            } else {
                stream.segments = HLSSegmentFormats(muxed: videoFormat)
            }
            found.stream = stream
        }

        /// Requests a playlist with segments.
        private mutating func media(_ url: String, from origin: NetworkScope) async -> HLSManifest? {
            guard let response = await part(url, .whole, from: origin), let playlist = parse(response) else {
                return nil
            }
            guard !playlist.isMaster else {
                let reason = "it lists playlists instead of segments"
                found.add(.invalidPlaylist(url: url, reason: reason))
                return nil
            }
            return playlist
        }

        private mutating func format(
            of playlist: HLSManifest,
            from origin: NetworkScope
        ) async -> HLSSegmentDetection.Format? {
            guard let segment = playlist.firstSegments.first else {
                found.add(.emptyPlaylist(url: playlist.url))
                return nil
            }
            let known = HLSSegmentDetection.byPlaylist(playlist)
            guard known == nil || limits.checksSegments else { return known }
            let response = await part(segment, .segment, from: origin)
            return known ?? response.flatMap { HLSSegmentDetection.byFirstBytes($0.bytes) }
        }

        /// Requests a part of a stream.
        private mutating func part(
            _ url: String,
            _ extent: WebRequests.Extent,
            from origin: NetworkScope
        ) async -> WebRequests.Response? {
            do throws(WebRequests.Failure) {
                let response = try await requests.get(url, extent, from: origin)
                guard response.status < 400 else {
                    found.add(.missingPart(url: url, reason: "the server answered \(response.status)"))
                    return nil
                }
                checkOrigin(response)
                return response
            } catch {
                switch error.problem {
                case nil: break
                case .privateAddress(let host): found.add(.privateAddress(host: host))
                default: found.add(.missingPart(url: url, reason: error.reason))
                }
                return nil
            }
        }

        private mutating func parse(_ response: WebRequests.Response) -> HLSManifest? {
            let url = response.source.url
            guard response.bytes.count <= limits.manifest else {
                found.add(.invalidPlaylist(url: url, reason: "it is larger than \(limits.manifest >> 10) KiB"))
                return nil
            }
            do throws(HLSManifestError) {
                return try HLSManifest(parsing: String(decoding: response.bytes, as: UTF8.self), url: url)
            } catch {
                found.add(.invalidPlaylist(url: url, reason: "\(error)"))
                return nil
            }
        }

        private mutating func checkOrigin(_ response: WebRequests.Response) {
            guard !WebInspection.allowsReceivers(response.allowedOrigin) else { return }
            let isKnown = found.problems.contains { if case .noCORS = $0 { true } else { false } }
            if !isKnown { found.add(.noCORS(url: response.source.url)) }
        }
    }
}
