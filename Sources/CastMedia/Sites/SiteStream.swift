// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// The form of a site's media that a device fetches.
package struct SiteStream: Sendable, Hashable {
    /// How the media is delivered.
    package enum Delivery: Sendable, Hashable {
        /// A single file.
        case file
        case hls
        case dash
    }

    package var url: String
    package var contentType: String
    package var delivery: Delivery
    /// The height of the picture in lines, for a manifest that of its largest variant that the device decodes; `nil` for
    /// audio and if it is unknown.
    package var height: Int?
    /// The headers that the server expects and that a device does not send by itself, such as `Referer` or `Cookie`.
    package var requestHeaders: [String: String]
    /// Why this form was chosen, in words.
    package var reasons: [String]
}

extension SiteStream {
    /// Chooses the best form of a site's media for a device.
    ///
    /// The largest picture that the device decodes is preferred. A manifest is preferred over a file below 720 lines,
    /// because the device adapts the quality.
    ///
    /// - Parameters:
    ///   - media: The media.
    ///   - device: The capabilities of the device.
    ///   - maximumHeight: The largest height of the picture in lines; `nil` for no limit.
    /// - Throws: ``VideoSiteError/notPlayable(_:)`` with the reasons.
    package static func choose(
        from media: SiteMedia,
        for device: PlaybackCapabilities,
        maximumHeight: Int? = nil
    ) throws(VideoSiteError) -> SiteStream {
        var choice = Choice(device: device, maximumHeight: maximumHeight)
        for format in media.formats where format.isFile { choice.addFile(format) }
        for group in streams(media.formats) { choice.addStream(group) }
        return try choice.best(isVideo: media.formats.contains { $0.hasVideo && $0.hasMedia })
    }

    /// Returns the variants of each manifest, in the order of their first variants.
    private static func streams(_ formats: [SiteMedia.Format]) -> [[SiteMedia.Format]] {
        var groups: [[SiteMedia.Format]] = []
        var indexes: [String: Int] = [:]
        for format in formats where format.streamDelivery != nil {
            let manifest = format.manifestURL ?? format.url
            if let index = indexes[manifest] {
                groups[index].append(format)
            } else {
                indexes[manifest] = groups.count
                groups.append([format])
            }
        }
        return groups
    }
}

/// The candidates for one device, and why others were rejected.
private struct Choice {
    let device: PlaybackCapabilities
    let maximumHeight: Int?
    private var videoFiles: [(format: SiteMedia.Format, stream: SiteStream)] = []
    private var audioFiles: [(format: SiteMedia.Format, stream: SiteStream)] = []
    private var streams: [SiteStream] = []
    private var rejections: [String] = []

    /// From this height on, a file is as good as a manifest.
    private static let sufficientHeight = 720

    init(device: PlaybackCapabilities, maximumHeight: Int?) {
        self.device = device
        self.maximumHeight = maximumHeight
    }

    mutating func addFile(_ format: SiteMedia.Format) {
        guard format.hasMedia else { return }
        guard let type = format.contentType else { return reject("devices do not play .\(format.fileExtension) files") }
        if let obstacle = obstacle(format) { return reject(obstacle) }
        var stream = SiteStream(
            url: format.url,
            contentType: type,
            delivery: .file,
            height: format.height,
            requestHeaders: format.requestHeaders,
            reasons: []
        )
        if !format.hasVideo {
            stream.height = nil
            stream.contentType = type.replacing("video/", with: "audio/")
            audioFiles.append((format, stream))
        } else if format.hasAudio {
            videoFiles.append((format, stream))
        } else {
            reject("the video with \(size(format.height)) has no sound, and devices cannot combine two streams")
        }
    }

    /// Adds the variants of a manifest.
    mutating func addStream(_ variants: [SiteMedia.Format]) {
        guard let delivery = variants.first?.streamDelivery else { return }
        let playable = variants.filter { variant in
            guard let obstacle = obstacle(variant) else { return true }
            reject(obstacle)
            return false
        }
        let videos = playable.filter(\.hasVideo)
        guard let first = videos.first ?? playable.first, variants.contains(where: \.hasAudio) else { return }
        // A manifest whose videos all have an obstacle is not audio only.
        if videos.isEmpty, variants.contains(where: \.hasVideo), device.hasScreen { return }
        guard let manifest = first.manifestURL ?? (delivery == .hls ? first.url : nil) else { return }
        var stream = SiteStream(
            url: manifest,
            contentType: delivery == .hls ? "application/vnd.apple.mpegurl" : "application/dash+xml",
            delivery: delivery,
            height: videos.compactMap(\.height).max(),
            requestHeaders: first.requestHeaders,
            reasons: []
        )
        if let limit = maximumHeight, variants.contains(where: { ($0.height ?? 0) > limit }) {
            // The device chooses among the variants of a manifest, so only a single variant can be limited.
            let complete = videos.filter { $0.hasAudio && $0.audioCodec != nil && delivery == .hls }
            guard let variant = Self.largest(complete) else {
                return reject("the quality of a stream with separate sound cannot be limited to \(limit) lines")
            }
            stream.url = variant.url
            stream.height = variant.height
            stream.requestHeaders = variant.requestHeaders
        }
        streams.append(stream)
    }

    /// Returns the best candidate.
    ///
    /// - Parameter isVideo: Whether the site has video, so that audio alone is not enough for a device with a screen.
    func best(isVideo: Bool) throws(VideoSiteError) -> SiteStream {
        let audio = audioFiles.max { ($0.format.bitRate ?? 0) < ($1.format.bitRate ?? 0) }?.stream
        // At the same height, HLS is preferred, because all receivers play it.
        let manifest = streams.max { rank($0) < rank($1) }
        if !device.hasScreen || !isVideo {
            if let audio { return explained(audio, ["the audio file with the highest bit rate"]) }
            if let manifest { return explained(manifest, ["the site has no audio file"]) }
            throw .notPlayable(reasons(["the site has no audio alone"]))
        }
        let file = Self.largest(videoFiles.map(\.format)).flatMap { largest in
            videoFiles.first { $0.format == largest }?.stream
        }
        switch (file, manifest) {
        case (let file?, nil):
            return explained(file, ["the largest file with picture and sound (\(size(file.height)))"])
        case (nil, let manifest?): return explained(manifest, ["the site has no single file with picture and sound"])
        case (let file?, let manifest?):
            let height = file.height ?? 0
            if height >= Self.sufficientHeight, height >= manifest.height ?? 0 {
                return explained(file, ["the largest file with picture and sound (\(size(file.height)))"])
            }
            // A file below the sufficient height is right if it reaches the limit of the user.
            if let maximumHeight, height == maximumHeight, height > manifest.height ?? 0 {
                return explained(file, ["the largest file up to the limit (\(size(file.height)))"])
            }
            return explained(manifest, ["the largest file has \(size(file.height))"])
        case (nil, nil): throw .notPlayable(reasons(["the site has no form with picture and sound"]))
        }
    }

    // MARK: - Implementation

    private static func largest(_ formats: [SiteMedia.Format]) -> SiteMedia.Format? {
        formats.max { a, b in
            (a.height ?? 0, a.frameRate ?? 0, a.bitRate ?? 0) < (b.height ?? 0, b.frameRate ?? 0, b.bitRate ?? 0)
        }
    }

    private func rank(_ stream: SiteStream) -> (Int, Int) { (stream.height ?? 0, stream.delivery == .hls ? 1 : 0) }

    private func explained(_ stream: SiteStream, _ reasons: [String]) -> SiteStream {
        var stream = stream
        stream.reasons = self.reasons(reasons)
        return stream
    }

    /// Returns reasons followed by the first rejections.
    private func reasons(_ reasons: [String]) -> [String] { reasons + rejections.prefix(3) }

    private mutating func reject(_ reason: String) {
        if rejections.count < 100, !rejections.contains(reason) { rejections.append(reason) }
    }

    private func size(_ height: Int?) -> String { height.map { "\($0) lines" } ?? "unknown size" }

    /// Returns why the device does not play a format; `nil` if nothing speaks against it.
    private func obstacle(_ format: SiteMedia.Format) -> String? {
        if format.isProtected { return "it is protected by digital rights management" }
        if device.hasScreen, format.hasVideo {
            if let maximumHeight, let height = format.height, height > maximumHeight {
                return "\(size(height)) are more than the limit of \(maximumHeight)"
            }
            // Without a known codec, only the size is checked, with the limits of the codec that all devices decode.
            var track = format.videoCodec.map(SiteCodec.video) ?? TrackFacts(index: 0, kind: .video, codec: .h264)
            track.width = format.width
            track.height = format.height
            track.frameRate = format.frameRate
            if format.isHighDynamicRange { track.dynamicRange = .hdr10 }
            if let obstacle = device.obstacle(toVideo: track) { return obstacle }
        }
        guard format.hasAudio, let codec = format.audioCodec else { return nil }
        return device.obstacle(toAudio: SiteCodec.audio(codec))
    }
}

extension SiteMedia.Format {
    fileprivate var hasVideo: Bool { videoCodec != "none" && !isAudioType }
    fileprivate var hasAudio: Bool { audioCodec != "none" }
    /// Whether the format is not a page of preview pictures.
    fileprivate var hasMedia: Bool { hasVideo || hasAudio }

    /// Whether the format is fetched as one file.
    fileprivate var isFile: Bool { transport == "http" || transport == "https" }

    /// How the format is delivered as a stream; `nil` for a file and for protocols that devices do not have.
    fileprivate var streamDelivery: SiteStream.Delivery? {
        switch transport {
        case "m3u8", "m3u8_native": .hls
        case "http_dash_segments": manifestURL == nil ? nil : .dash
        default: nil
        }
    }

    private var isAudioType: Bool { contentType?.hasPrefix("audio/") == true }

    /// The media type of a file; `nil` if devices do not play such files.
    fileprivate var contentType: String? {
        switch fileExtension {
        case "mp4", "m4v": "video/mp4"
        case "webm": "video/webm"
        case "m4a": "audio/mp4"
        case "mp3": "audio/mpeg"
        case "aac": "audio/aac"
        case "ogg", "oga", "opus": "audio/ogg"
        case "flac": "audio/flac"
        case "wav": "audio/wav"
        default: nil
        }
    }
}
