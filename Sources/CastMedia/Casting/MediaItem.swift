// SPDX-License-Identifier: Apache-2.0

package import CastHTTPClient
package import CastMediaProbe
package import CastWire
import NIOConcurrencyHelpers

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An item to cast, with what a ``MediaServer`` shares for it: the file or its conversion, artwork and subtitles.
///
/// The item inspects its source when it is prepared for a device for the first time. It is shared until ``withdraw()``
/// is called or the server ends.
public final class MediaItem: Sendable {
    /// A source in the form that a device plays.
    package struct Prepared: Sendable {
        /// The description for a load request.
        package var information: MediaInformation
        /// The IDs of the tracks to show from the start; `nil` if no subtitles are to be shown by default, and empty if
        /// the user chose to show none.
        package var activeTrackIDs: [Int]?
        /// What is known about the tracks; `nil` for URLs and for files whose tracks cannot be read.
        package var facts: MediaFacts?
        /// How the file is delivered; `nil` if its tracks are not known.
        package var plan: MediaPlan?
    }

    private struct State {
        /// The file, or the bytes; `nil` for a URL.
        var original: SharedMedia?
        var artwork: SharedMedia?
        /// Whether the cover of the file was looked for.
        var hasLookedForCover = false
        /// The delivery for the last model.
        var delivery: (model: PlaybackCapabilities, media: MediaServer.PreparedMedia)?
        /// The model that did not play the file as it was delivered, the facts about the file, and the next attempt.
        var rejected: (model: PlaybackCapabilities, facts: MediaFacts, attempt: MediaPlan.Attempt)?
        /// How the URL is declared, according to its server.
        var web: WebDeclaration?
        /// The inspection before a device is known.
        var ahead = Ahead.none
        /// The media of the page that the URL leads to; `nil` if it leads to media.
        var site: SiteItem?
        /// The relay of the URL.
        var relayed: (url: String, media: SharedMedia)?
        /// Whether the cover of the file is the artwork, and has not been looked for.
        var needsCover: Bool { artwork == nil && !hasLookedForCover }
    }

    /// What to cast.
    public let source: CastSource
    /// The choices of the user.
    public let options: Options
    let server: MediaServer
    let subtitles: MediaItemSubtitles
    private let state: NIOLockedValueBox<State>

    /// Shares the local files of an item: the media, artwork and subtitles.
    ///
    /// - Parameters:
    ///   - source: What to cast.
    ///   - options: The choices of the user.
    ///   - server: The server that shares the files.
    /// - Throws: ``MediaItemError`` that names the file that cannot be read.
    public init(
        _ source: CastSource,
        options: Options = Options(),
        on server: MediaServer
    ) throws(MediaItemError) {
        self.source = source
        self.options = options
        self.server = server
        var state = State()
        state.original = try Self.share(source, contentType: options.contentType, on: server)
        if let artwork = options.artwork {
            state.artwork = try Self.share(artwork, contentType: nil, on: server)
        }
        subtitles = try MediaItemSubtitles(of: source, options.subtitles, on: server)
        self.state = NIOLockedValueBox(state)
    }

    /// The title to show: that of the options, that of a page on a video site once it is known, or
    /// ``CastSource/title``.
    public var title: String {
        options.title ?? state.withLockedValue { $0.site?.media.title } ?? source.title
    }

    /// Ends sharing. Responses in progress continue.
    public func withdraw() {
        let state = state.withLockedValue { state in
            defer {
                // Preparations that wait for an inspection are resumed at its end.
                let ahead = state.ahead
                state = State()
                state.ahead = ahead
            }
            return state
        }
        let media = [state.original, state.artwork, state.relayed?.media, state.delivery?.media.media]
        for media in media.compactMap({ $0 }) { server.withdraw(media) }
        subtitles.withdraw()
    }

    /// The requests of devices for the media so far; `nil` for a URL that the device fetches elsewhere.
    public var traffic: MediaTraffic? {
        let media = state.withLockedValue { $0.delivery?.media.media ?? $0.original ?? $0.relayed?.media }
        return media.map { server.traffic(of: $0) }
    }

    /// Converts a prepared picture before the device requests it. Has no effect on other items. A failure is reported
    /// when the device requests the picture.
    package func prefetch() async {
        guard let media = state.withLockedValue({ $0.delivery?.media.media }) else { return }
        try? await server.makePicture(media)
    }

    /// Starts the conversion of a prepared item before the device requests it. Has no effect on other items.
    ///
    /// - Parameter time: The position in seconds at which the device will start.
    package func beginConversion(at time: Double) async {
        guard let media = state.withLockedValue({ $0.delivery?.media.media }),
            case .conversion(let conversion)? = server.sharedMedia.source(of: media)
        else { return }
        await conversion.begin(at: time)
    }

    /// Makes the next preparation convert a file, after a device did not play it as it was delivered.
    ///
    /// Devices differ from what their model names say. The second attempt is what all devices play, and the last one
    /// encodes all tracks.
    ///
    /// - Parameters:
    ///   - cause: Why the device did not play the file.
    ///   - searchPath: The folders of `ffmpeg`, separated by colons; `nil` for `PATH`.
    /// - Returns: Whether there is another attempt. If not, the failure is final.
    package func convertAfterRejection(_ cause: MediaFailureCause, searchPath: String? = nil) -> Bool {
        guard cause.mayBeFormat, !options.conversion.isOriginal,
            ExternalProgram.find("ffmpeg", searchPath: searchPath) != nil
        else { return false }
        let media: SharedMedia? = state.withLockedValue { state in
            guard let (model, media) = state.delivery, let facts = media.facts, facts.duration != nil, !media.isLive,
                let plan = media.plan, plan.copiesTracks
            else { return nil }
            var attempt = MediaPlan.Attempt.reduced
            if let rejected = state.rejected, rejected.model == model { attempt = .encoding }
            if attempt == .reduced {
                var options = options.conversion
                options.attempt = .reduced
                let reduced = try? MediaPlan.make(for: facts, on: model, options: options)
                if reduced?.delivery == plan.delivery { attempt = .encoding }
            }
            (state.rejected, state.delivery) = ((model, facts, attempt), nil)
            return media.media
        }
        guard let media else { return false }
        if media.id != original?.id { server.withdraw(media) }
        return true
    }

    /// Whether media that a device plays is served for this item.
    package func serves(_ url: String) -> Bool {
        let media = state.withLockedValue { [$0.original, $0.relayed?.media, $0.delivery?.media.media] }
        return media.contains { media in media.map { url.hasSuffix($0.path) } ?? false }
    }

    // MARK: - Preparation

    /// Decides how a device receives the item, and returns the description for the load request. The server listens
    /// when this method returns.
    ///
    /// Facts, conversions and subtitles of an earlier call are used again.
    ///
    /// - Parameters:
    ///   - target: The device.
    ///   - searchPath: The folders of `ffprobe` and `ffmpeg`, separated by colons; `nil` for `PATH`.
    ///   - client: The rules for requests to a URL from a peer.
    ///   - onStep: Called for each step.
    /// - Throws: ``MediaItemError``.
    package func prepare(
        for target: CastTarget,
        searchPath: String? = nil,
        client: RestrictedHTTPClient.Configuration = RestrictedHTTPClient.Configuration(),
        onStep: @Sendable (PreparationStep) -> Void = { _ in }
    ) async throws(MediaItemError) -> Prepared {
        let findings = await takeFindings()
        let address = target.localAddress
        var prepared: Prepared
        var delivery: MediaServer.PreparedMedia?
        if case .url(let url) = source {
            let web = try await declaration(
                of: url,
                for: target,
                searchPath: searchPath,
                client: client,
                findings,
                onStep: onStep
            )
            let location = try await location(of: web, at: url, reachableFrom: address, client: client)
            prepared = Prepared(information: information(location, web.contentType))
            if let site = web.site { describe(&prepared.information, site) }
            if let format = options.hlsSegmentFormat {
                HLSSegmentFormats(format).describe(&prepared.information)
            } else {
                web.segments.describe(&prepared.information)
            }
        } else {
            let media = try await self.delivery(for: target, searchPath: searchPath, findings, onStep: onStep)
            try await listen(reachableFrom: address)
            let url = server.url(for: media.media, reachableFrom: address)
            prepared = Prepared(
                information: information(url, media.media.contentType),
                facts: media.facts,
                plan: media.plan
            )
            if media.isLive { prepared.information.streamType = .live }
            delivery = media
        }
        if let picture = await artworkURL(reachableFrom: address) {
            prepared.information.metadata?.images = [MediaImage(url: picture)]
        }
        let tracks = try await tracks(for: target, delivery, searchPath: searchPath, client: client, onStep: onStep)
        if !tracks.isEmpty {
            prepared.information.textTrackStyle = options.subtitles.style
            prepared.activeTrackIDs = subtitles.choice == .none ? [] : subtitles.activeTrackID.map { [$0] }
        }
        restrict(to: target.clients)
        if let delivery {
            delivery.describe(&prepared.information, subtitles: tracks)
            if delivery.plan == nil, !delivery.isLive, let url = prepared.information.contentID {
                // A shared playlist is read through the server, because it references its segments there.
                let type = delivery.media.contentType
                let segments = options.hlsSegmentFormat.map { HLSSegmentFormats($0) }
                if let segments {
                    segments.describe(&prepared.information)
                } else {
                    await HLSSegmentFormats.detect(url: url, contentType: type).describe(&prepared.information)
                }
            }
        } else if !tracks.isEmpty {
            prepared.information.tracks = tracks
        }
        return prepared
    }

    /// Returns the file in the form that the device plays.
    private func delivery(
        for target: CastTarget,
        searchPath: String?,
        _ findings: Findings?,
        onStep: @Sendable (PreparationStep) -> Void
    ) async throws(MediaItemError) -> MediaServer.PreparedMedia {
        let (original, known, rejected) = state.withLockedValue { state in
            (
                state.original, state.delivery,
                state.rejected.flatMap { $0.model == target.capabilities ? $0 : nil }
            )
        }
        if case .live(let input) = source {
            if let known { return known.media }
            return try await live(input, for: target, searchPath: searchPath, onStep: onStep)
        }
        guard let original else {
            throw MediaItemError(.fileNotReadable, location: source.location, message: "\(title) is no longer shared")
        }
        guard case .file(let path) = source, options.contentType == nil else {
            return MediaServer.PreparedMedia(media: original)
        }
        if let known, known.media.isLive || known.model == target.capabilities { return known.media }
        onStep(.inspecting)
        if rejected == nil, !options.conversion.isOriginal,
            await isGrowing(path, findings?.facts, searchPath: searchPath)
        {
            onStep(.note("\(title) is still being written. It plays as a live stream until it no longer grows."))
            return try await live(
                .growingFile(path: Self.resolved(path)),
                for: target,
                searchPath: searchPath,
                onStep: onStep
            )
        }
        var conversion = options.conversion
        conversion.attempt = rejected?.attempt ?? .first
        do throws(MediaPreparationError) {
            let media = try await server.prepare(
                original,
                at: Self.resolved(path),
                for: target.capabilities,
                options: conversion,
                searchPath: searchPath,
                inspection: rejected.map { .success($0.facts) } ?? findings?.facts
            )
            if let plan = media.plan {
                if plan.needsConverter { onStep(.converting(plan)) }
                for note in plan.notes { onStep(.note("\(note).")) }
            }
            state.withLockedValue { $0.delivery = (target.capabilities, media) }
            return media
        } catch {
            // The next preparation delivers the file as before.
            if rejected != nil { state.withLockedValue { $0.rejected = nil } }
            throw MediaItemError(
                .notPlayable,
                location: path,
                message: "\(path) cannot be played on \(target.name): \(error)",
                reason: "\(error)"
            )
        }
    }

    /// Whether another program is writing the file, and it can be played meanwhile.
    private func isGrowing(
        _ path: String,
        _ inspection: Result<MediaFacts, MediaInspectionError>?,
        searchPath: String?
    ) async -> Bool {
        guard GrowingFile.mayGrow(path), ExternalProgram.find("ffmpeg", searchPath: searchPath) != nil else {
            return false
        }
        let facts: MediaFacts?
        if let inspection {
            facts = try? inspection.get()
        } else {
            facts = try? await MediaInspection.inspect(file: path, searchPath: searchPath)
        }
        return await GrowingFile.isGrowing(path, facts)
    }

    /// Returns the stream of a live input, which starts now. It is the same for all devices, because it starts once.
    private func live(
        _ input: LiveInput,
        for target: CastTarget,
        searchPath: String?,
        onStep: @Sendable (PreparationStep) -> Void
    ) async throws(MediaItemError) -> MediaServer.PreparedMedia {
        onStep(.inspecting)
        do throws(LiveInputError) {
            let media = try await server.prepare(
                live: input,
                for: target.capabilities,
                options: options.conversion,
                searchPath: searchPath,
                onNote: { onStep(.note($0)) }
            )
            if let plan = media.plan {
                onStep(.converting(plan))
                for note in plan.notes { onStep(.note("\(note).")) }
            }
            state.withLockedValue { $0.delivery = (target.capabilities, media) }
            return media
        } catch {
            throw MediaItemError(
                .inputNotPlayable,
                location: input.location,
                message: "\(input.location) cannot be played on \(target.name): \(error)",
                reason: "\(error)",
                advice: error.advice
            )
        }
    }

    /// Returns how the URL is declared to devices, for which its server is asked once, or `yt-dlp` if it leads to a page.
    private func declaration(
        of url: String,
        for target: CastTarget,
        searchPath: String?,
        client: RestrictedHTTPClient.Configuration,
        _ findings: Findings?,
        onStep: @Sendable (PreparationStep) -> Void
    ) async throws(MediaItemError) -> WebDeclaration {
        let (known, knownSite) = state.withLockedValue { ($0.web, $0.site) }
        if let known { return known }
        if let knownSite {
            return try await declaration(of: knownSite, at: url, for: target, client: client, onStep: onStep)
        }
        onStep(.inspecting)
        if !isPage {
            do throws(MediaItemError) {
                let web: WebDeclaration
                if let findings, let found = findings.web {
                    for note in findings.notes { onStep(.note(note)) }
                    web = try found.get()
                } else {
                    web = try await askServer(of: url, client: client) { onStep(.note($0)) }
                }
                state.withLockedValue { $0.web = web }
                return web
            } catch {
                guard error.problem == WebInspection.Problem.page.code, options.siteLookup != .never else {
                    throw error
                }
            }
        }
        let site = try await site(at: url, searchPath: searchPath, onStep: onStep)
        state.withLockedValue { $0.site = site }
        return try await declaration(of: site, at: url, for: target, client: client, onStep: onStep)
    }

    /// Returns how the URL is declared to devices, according to its server.
    func askServer(
        of url: String,
        client: RestrictedHTTPClient.Configuration,
        onNote: @Sendable (String) -> Void
    ) async throws(MediaItemError) -> WebDeclaration {
        try await WebDeclaration.find(
            for: url,
            contentType: options.contentType,
            headers: options.isRelayed ? options.request.addingCredentials(of: url) : options.request,
            isRelayed: options.isRelayed,
            client: client,
            onNote: onNote
        )
    }

    /// Returns the URL for the device: that of the media, or that of its relay, which listens then.
    private func location(
        of web: WebDeclaration,
        at url: String,
        reachableFrom address: String,
        client: RestrictedHTTPClient.Configuration
    ) async throws(MediaItemError) -> String {
        let url = web.site?.stream.url ?? url
        // The server of a site's media expects the headers of the site, not those for the page.
        let headers = web.site?.stream.headers ?? options.request
        guard options.relays || !headers.isEmpty else { return url }
        let (media, earlier): (SharedMedia, SharedMedia?) = state.withLockedValue { state in
            if let known = state.relayed, known.url == url { return (known.media, nil) }
            let media = server.share(
                relaying: url,
                contentType: web.contentType,
                headers: headers.addingCredentials(of: url),
                client: client
            )
            defer { state.relayed = (url, media) }
            return (media, state.relayed?.media)
        }
        if let earlier { server.withdraw(earlier) }
        try await listen(reachableFrom: address)
        return server.url(for: media, reachableFrom: address)
    }

    private func information(_ url: String, _ type: String) -> MediaInformation {
        let isAudio = type.hasPrefix("audio/")
        let kind: MetadataType = isAudio ? .musicTrack : type.hasPrefix("image/") ? .photo : .generic
        var metadata = MediaMetadata(metadataType: kind)
        metadata.title = title
        if isAudio { metadata.artist = options.subtitle } else { metadata.subtitle = options.subtitle }
        return MediaInformation(contentID: url, contentType: type, streamType: .buffered, metadata: metadata)
    }

    /// Returns the URL of the artwork: the user's, or the cover in the file; `nil` without one, and if it cannot be served, which does not prevent playback.
    private func artworkURL(reachableFrom address: String) async -> String? {
        if case .url(let url)? = options.artwork { return url }
        await findCover()
        guard let shared = state.withLockedValue({ $0.artwork }),
            (try? await server.listen(reachableFrom: address)) != nil
        else { return nil }
        return server.url(for: shared, reachableFrom: address)
    }

    /// Shares the cover in the file, unless the user chose artwork.
    func findCover() async {
        guard case .file(let path) = source, state.withLockedValue({ $0.needsCover }) else { return }
        let cover = await server.shareCover(of: path)
        state.withLockedValue { ($0.artwork, $0.hasLookedForCover) = (cover, true) }
    }

    /// Returns the subtitles as tracks: those that the user specified, those next to the file or of the site,
    /// and those inside the file.
    private func tracks(
        for target: CastTarget,
        _ delivery: MediaServer.PreparedMedia?,
        searchPath: String?,
        client: RestrictedHTTPClient.Configuration,
        onStep: @Sendable (PreparationStep) -> Void
    ) async throws(MediaItemError) -> [MediaTrack] {
        if let site = state.withLockedValue({ $0.site }), subtitles.needsSite {
            subtitles.add(await shareSubtitles(of: site, client: client))
        }
        // The times of a live stream are not those of the file.
        let facts = delivery?.isLive == true ? nil : delivery?.facts
        await subtitles.find(in: facts, searchPath: searchPath) { onStep(.note($0)) }
        let shared = subtitles.shared.filter { target.capabilities.hasScreen || !$0.track.isEmbedded }
        guard !shared.isEmpty else { return [] }
        try await listen(reachableFrom: target.localAddress)
        return server.tracks(shared, reachableFrom: target.localAddress)
    }

    /// Admits further clients to the media and its subtitles, before playback moves to another device.
    package func admit(_ clients: ClientFilter) { restrict(to: clients) }

    /// Shares the media and its subtitles only with the device. Other senders may show the artwork.
    private func restrict(to clients: ClientFilter) {
        guard !options.isPublic else { return }
        let media = state.withLockedValue { [$0.original, $0.relayed?.media, $0.delivery?.media.media] }
        for media in media.compactMap({ $0 }) + subtitles.shared.map(\.media) {
            server.sharedMedia.restrict(media, to: clients)
        }
    }

    private func listen(reachableFrom address: String) async throws(MediaItemError) {
        do throws(MediaServerError) {
            try await server.listen(reachableFrom: address)
        } catch {
            throw MediaItemError(.serverFailed, location: title, message: "\(error)")
        }
    }

    // MARK: - Inspection ahead

    /// The file, or the bytes; nil for a URL.
    var original: SharedMedia? { state.withLockedValue { $0.original } }

    /// Begins an inspection. Returns false if there is one.
    func beginAhead() -> Bool {
        state.withLockedValue { state in
            guard case .none = state.ahead else { return false }
            state.ahead = .running([])
            return true
        }
    }

    /// Stores the result of an inspection, and resumes the preparations that wait for it.
    func endAhead(_ findings: Findings?) {
        let ahead = state.withLockedValue { state in
            defer { state.ahead = findings.map { .finished($0) } ?? .none }
            return state.ahead
        }
        guard case .running(let waiters) = ahead else { return }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns the result of an inspection after it has ended; nil if there was none, or if its result was taken.
    private func takeFindings() async -> Findings? {
        await withCheckedContinuation { continuation in
            let isRunning = state.withLockedValue { state in
                guard case .running(let waiters) = state.ahead else { return false }
                state.ahead = .running(waiters + [continuation])
                return true
            }
            if !isRunning { continuation.resume() }
        }
        return state.withLockedValue { state in
            guard case .finished(let findings) = state.ahead else { return nil }
            state.ahead = .none
            return findings
        }
    }

    // MARK: - Sharing

    private static func share(
        _ source: CastSource,
        contentType: String?,
        on server: MediaServer
    ) throws(MediaItemError) -> SharedMedia? {
        switch source {
        case .url, .live: return nil
        case .data(let bytes, let name, let type):
            return server.share(data: bytes, contentType: contentType ?? type, name: name)
        case .file(let path):
            do throws(MediaServerError) {
                // Links are resolved, because the user chose the path.
                let name = path.split(separator: "/").last.map(String.init)
                if HLSPlaylistFile.isNamed(path), let playlist = HLSPlaylistFile(path: resolved(path)) {
                    return playlist.share(on: server, name: name ?? "playlist.m3u8")
                }
                return try server.share(file: resolved(path), contentType: contentType, name: name)
            } catch {
                throw MediaItemError(
                    .fileNotReadable,
                    location: path,
                    message: "\(path) cannot be played: \(error)",
                    advice: error.code == .noSuchFile
                        ? "check the path; URLs must begin with http:// or https://" : nil
                )
            }
        }
    }

    /// Returns the path with links resolved, or unchanged if it does not exist.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
