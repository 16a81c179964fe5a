// SPDX-License-Identifier: Apache-2.0

/// A picture inside a media file, such as the cover of an album or the poster of a film.
public struct MediaCover: Sendable, Hashable {
    /// The content of the image file.
    public var bytes: [UInt8]
    /// The format, as its first bytes show.
    public var format: ImageFormat

    /// Creates a cover if the bytes are an image of a known format; otherwise `nil`. What the media file says about
    /// the format is not used.
    init?(_ bytes: [UInt8]) {
        guard case .found(let header) = ImageHeader.read(bytes) else { return nil }
        self.bytes = bytes
        format = header.format
    }

    /// Reads an image file. Reads block the calling thread.
    ///
    /// - Parameters:
    ///   - path: The path of the image file.
    ///   - maximumSize: The maximum size of the file in bytes.
    /// - Throws: ``MediaProbeError`` if the file cannot be read, is too large, or is not an image of a known format.
    public init(imageFile path: String, maximumSize: Int = MediaProbe.maximumCoverSize) throws(MediaProbeError) {
        let file = try ProbedFile(path: path)
        guard file.size <= UInt64(max(0, maximumSize)) else { throw .limitExceeded(nil) }
        guard let cover = MediaCover(try file.read(0..<file.size)) else { throw .unknownFormat }
        self = cover
    }
}

extension MediaProbe {
    /// The default of the maximum size of a cover in bytes: 4 MiB.
    public static let maximumCoverSize = 4 << 20

    /// Returns the cover of media that `read` provides; `nil` if there is none, or if it is too large.
    ///
    /// Covers are found in MP4 (`covr`), Matroska (attachments), FLAC (pictures) and ID3 tags (`APIC`). A front cover
    /// is preferred to other pictures.
    ///
    /// - Parameters:
    ///   - size: The size of the file in bytes; `nil` if it is not known.
    ///   - maximumSize: The maximum size of the cover in bytes. It is also the maximum size of a read.
    ///   - limits: The limits for reading everything but the cover.
    ///   - read: The function that reads the file. Calls do not overlap.
    /// - Throws: ``MediaProbeError``, or the error that `read` throws.
    public static func cover(
        size: UInt64? = nil,
        maximumSize: Int = maximumCoverSize,
        limits: MediaProbeLimits = MediaProbeLimits(),
        read: @escaping Read
    ) async throws -> MediaCover? {
        var window = ProbeWindow(size: size, limits: limits, read: read)
        let reader = CoverReader(size: size, maximumSize: maximumSize, read: read)
        let (container, start) = try await format(&window)
        var cover: MediaCover?
        switch container {
        case .mp4, .quickTime: cover = try await MP4Probe.cover(&window, reader)
        case .matroska, .webm: cover = try await MatroskaProbe.cover(&window, reader)
        case .flac: cover = try await FLACProbe.cover(&window, start: start, reader)
        default: break
        }
        guard cover == nil else { return cover }
        return try await ID3Cover.find(&window, reader)
    }

    /// Returns the cover of a file of this machine. Reads block the calling thread.
    ///
    /// - Throws: ``MediaProbeError`` if the file cannot be read or has no supported format.
    public static func cover(
        file path: String,
        maximumSize: Int = maximumCoverSize,
        limits: MediaProbeLimits = MediaProbeLimits()
    ) async throws(MediaProbeError) -> MediaCover? {
        let file = try ProbedFile(path: path)
        do {
            return try await cover(size: file.size, maximumSize: maximumSize, limits: limits) { try file.read($0) }
        } catch {
            throw (error as? MediaProbeError) ?? .unreadable(path: path, detail: "\(error)")
        }
    }
}

/// Reads whole covers, which are larger than the reads of a probe.
struct CoverReader {
    var size: UInt64?
    var maximumSize: Int
    var read: MediaProbe.Read

    /// Returns the bytes at an offset; `nil` if they are too many, or if the file ends before.
    func bytes(at offset: UInt64, count: UInt64) async throws -> [UInt8]? {
        guard count > 0, count <= UInt64(max(0, maximumSize)), let end = offset.adding(count), end <= size ?? .max
        else {
            return nil
        }
        let bytes = try await read(offset..<end)
        return bytes.count >= Int(count) ? Array(bytes.prefix(Int(count))) : nil
    }
}

extension MP4Probe {
    /// Returns the first cover in the item list of the movie.
    fileprivate static func cover(_ window: inout ProbeWindow, _ reader: CoverReader) async throws -> MediaCover? {
        var offset: UInt64 = 0
        while let movie = try await box(at: offset, limit: .max, &window) {
            offset = movie.end
            guard movie.type == "moov" else { continue }
            guard let userData = try await child("udta", of: movie, &window),
                let list = try await itemList(of: userData, &window),
                let item = try await child("covr", of: list, &window),
                let data = try await child("data", of: item, &window), data.size > 8
            else { return nil }
            // The type and the locale precede the image.
            return try await reader.bytes(at: data.content + 8, count: data.size - 8).flatMap { MediaCover($0) }
        }
        return nil
    }

    private static func itemList(of userData: Box, _ window: inout ProbeWindow) async throws -> Box? {
        guard var metadata = try await child("meta", of: userData, &window) else { return nil }
        // The metadata box of MP4 has a version and flags; that of QuickTime does not.
        let start = try await window.bytes(at: metadata.content, count: metadata.size(limit: 8))
        if !start.dropFirst(4).elementsEqual("hdlr".utf8) {
            metadata.content = metadata.content.adding(4) ?? metadata.end
        }
        return try await child("ilst", of: metadata, &window)
    }
}

extension MatroskaProbe {
    private enum CoverID {
        static let attachments: UInt64 = 0x1941_A469
        static let file: UInt64 = 0x61A7
        static let name: UInt64 = 0x466E
        static let data: UInt64 = 0x465C
    }

    /// Returns the attached image whose name begins with `cover`, or the first one (RFC 9559, section 18).
    fileprivate static func cover(_ window: inout ProbeWindow, _ reader: CoverReader) async throws -> MediaCover? {
        guard let attachments = try await sections([CoverID.attachments], &window)[CoverID.attachments] else {
            return nil
        }
        var first: MediaCover?
        var offset = attachments.content
        while let file = try await element(at: offset, limit: attachments.end, &window) {
            var inner = file.content
            var name = ""
            var data: Element?
            while file.id == CoverID.file, let field = try await element(at: inner, limit: file.end, &window) {
                if field.id == CoverID.name { name = try await text(field, &window) ?? "" }
                if field.id == CoverID.data { data = field }
                inner = field.end
            }
            offset = file.end
            let isCover = name.lowercased().hasPrefix("cover")
            // Fonts are attachments, too. The first bytes show whether the content is an image.
            guard isCover || first == nil, let data, let size = data.size,
                ImageHeader.read(try await window.bytes(at: data.content, count: 16)) != .noImage,
                let cover = try await reader.bytes(at: data.content, count: size).flatMap({ MediaCover($0) })
            else { continue }
            if isCover { return cover }
            first = cover
        }
        return first
    }
}

extension FLACProbe {
    /// Returns the front cover among the picture blocks, or the first picture (RFC 9639, section 8.8).
    fileprivate static func cover(
        _ window: inout ProbeWindow,
        start: UInt64,
        _ reader: CoverReader
    ) async throws -> MediaCover? {
        var first: MediaCover?
        var offset = start.adding(4)
        while let blockStart = offset {
            try window.step()
            var block = ByteCursor(try await window.bytes(at: blockStart, count: 4))
            guard let header = block.number(bytes: 4), let content = blockStart.adding(4) else { break }
            let size = header & 0xFF_FFFF
            if header >> 24 & 0x7F == 6 {
                let kind = try await window.bytes(at: content, count: 4)
                let isFront = kind.last == 3
                if isFront || first == nil, let bytes = try await reader.bytes(at: content, count: size),
                    let cover = picture(bytes)
                {
                    if isFront { return cover }
                    first = cover
                }
            }
            offset = header >> 31 == 1 ? nil : content.adding(size)
        }
        return first
    }

    /// Parses a picture block without its header.
    private static func picture(_ bytes: [UInt8]) -> MediaCover? {
        var block = ByteCursor(bytes)
        block.skip(4)
        guard let type = block.number(bytes: 4), block.array(type) != nil, let text = block.number(bytes: 4),
            block.array(text) != nil
        else { return nil }
        // The width, the height, the color depth and the number of colors.
        block.skip(16)
        return block.number(bytes: 4).flatMap { block.array($0) }.flatMap { MediaCover($0) }
    }
}

/// The attached picture of an ID3v2 tag (ID3v2.4, section 4.14).
enum ID3Cover {
    fileprivate static func find(_ window: inout ProbeWindow, _ reader: CoverReader) async throws -> MediaCover? {
        let header = try await window.bytes(at: 0, count: 10)
        guard header.count == 10, header.starts(with: "ID3".utf8) else { return nil }
        let size = header[6..<10].reduce(0) { $0 << 7 | UInt64($1 & 0x7F) }
        guard let tag = try await reader.bytes(at: 0, count: size + 10) else { return nil }
        return cover(inTag: tag)
    }

    /// Returns the front cover among the pictures of a tag, or the first picture.
    static func cover(inTag tag: [UInt8]) -> MediaCover? {
        guard let (start, version) = MediaTags.id3Frames(tag) else { return nil }
        var frames = start
        var first: MediaCover?
        while let (name, content) = MediaTags.frame(&frames, version: version) {
            guard name == "APIC" || name == "PIC", let (kind, bytes) = picture(content, version: version),
                kind == 3 || first == nil, let cover = MediaCover(bytes)
            else { continue }
            if kind == 3 { return cover }
            first = cover
        }
        return first
    }

    /// Parses the text encoding, the media type, the kind, the description and the image of a frame.
    private static func picture(_ content: [UInt8], version: UInt8) -> (kind: UInt8, bytes: [UInt8])? {
        guard let encoding = content.first else { return nil }
        var rest = content.dropFirst()
        if version == 2 {
            rest = rest.dropFirst(3)
        } else {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            rest = rest[(end + 1)...]
        }
        guard let kind = rest.popFirst() else { return nil }
        if encoding == 1 || encoding == 2 {
            // UTF-16 ends with a zero of two bytes.
            while rest.count >= 2, rest.prefix(2).contains(where: { $0 != 0 }) { rest = rest.dropFirst(2) }
            rest = rest.dropFirst(2)
        } else {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            rest = rest[(end + 1)...]
        }
        return (kind, Array(rest))
    }
}
