// SPDX-License-Identifier: Apache-2.0

import CastMedia

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reason that an upload is refused.
enum UploadRefusal: Error, Sendable, Equatable {
    /// The file is larger than allowed.
    case tooLarge(limit: UInt64)
    /// The files would be larger in total than allowed.
    case allTooLarge(limit: UInt64)
    case tooMany(limit: Int)
    case diskFull
    /// The content is not that of a video, a song or a picture.
    case notMedia
    /// The file has the name of subtitles, but contains none.
    case notSubtitles
    /// The body ended too early or is not valid.
    case incomplete
    /// The remote is closing.
    case closed
    /// The system reported an error.
    case failed(String)
}

/// The files that pages have uploaded. They are deleted when the remote ends.
@MainActor
final class RemoteUploads {
    /// Space for one request, from the check of the limits until the end of the request.
    struct Reservation: Sendable, Hashable {
        fileprivate var number: Int
        /// The maximum number of bytes.
        var size: UInt64
    }

    let limits: UploadLimits
    /// The uploaded files, in the order of their arrival.
    private(set) var files: [RemoteFile] = []
    /// The uploaded subtitles.
    private(set) var subtitles: [RemoteFile] = []
    private let parent: String
    private let freeSpace: @Sendable (String) -> UInt64?
    private var folder: UploadFolder?
    private var sizes: [String: UInt64] = [:]
    private var reservations: [Int: UInt64] = [:]
    private var lastNumber = 0
    private var isClosed = false

    /// - Parameters:
    ///   - limits: The limits.
    ///   - parent: The folder in which the folder of the files is created when the first one arrives.
    ///   - freeSpace: Returns the number of free bytes on the disk of a folder; nil if it is not known.
    init(
        limits: UploadLimits,
        parent: String = UploadFolder.parent,
        freeSpace: @escaping @Sendable (String) -> UInt64? = { UploadFolder.freeSpace(at: $0) }
    ) {
        self.limits = limits
        self.parent = parent
        self.freeSpace = freeSpace
    }

    /// Checks the limits and reserves space for a request.
    ///
    /// - Parameters:
    ///   - size: The number of bytes of the body.
    ///   - isSingleFile: Whether the body is one file, for which the limit of a file applies at once.
    func reserve(_ size: UInt64, isSingleFile: Bool) throws(UploadRefusal) -> Reservation {
        guard !isClosed else { throw .closed }
        if isSingleFile, size > limits.fileSize { throw .tooLarge(limit: limits.fileSize) }
        guard files.count + subtitles.count + reservations.count < limits.count else {
            throw .tooMany(limit: limits.count)
        }
        let pending = reservations.values.reduce(0, +)
        let used = sizes.values.reduce(0, +) + pending
        guard size <= limits.totalSize, used <= limits.totalSize - size else {
            throw .allTooLarge(limit: limits.totalSize)
        }
        if let free = freeSpace(parent) {
            let needed = UploadLimits.reservedDiskSpace + pending
            guard free >= needed, free - needed >= size else { throw .diskFull }
        }
        lastNumber += 1
        reservations[lastNumber] = size
        return Reservation(number: lastNumber, size: size)
    }

    /// Ends a reservation. The files that were added count with their own sizes from then on.
    func release(_ reservation: Reservation) { reservations[reservation.number] = nil }

    /// Creates the file for an upload, with a random name.
    ///
    /// - Parameter name: The name on the user's machine. Only its extension is used, and the language of subtitles.
    func newFile(named name: String) throws(UploadRefusal) -> UploadFile {
        guard !isClosed else { throw .closed }
        guard files.count + subtitles.count < limits.count else { throw .tooMany(limit: limits.count) }
        let folder: UploadFolder
        if let known = self.folder {
            folder = known
        } else {
            folder = try UploadFolder.create(in: parent)
            self.folder = folder
        }
        let suffix = UploadName.suffix(of: name).map { ".\($0)" } ?? ""
        let path = folder.path + "/" + TokenVerifier.newSecret()
        guard UploadName.isSubtitles(name) else { return try UploadFile(path: path + suffix) }
        // Tracks are named by the file, so subtitles get a folder with a random name instead.
        try UploadFolder.makeFolder(path)
        return try UploadFile(path: path + "/" + UploadName.subtitleStem(of: name) + suffix, folder: path)
    }

    /// Adds a complete file to the list.
    ///
    /// - Parameters:
    ///   - upload: The file, which is deleted if this fails.
    ///   - name: The name on the user's machine.
    ///   - size: The number of bytes.
    ///   - contentType: The media type.
    func add(_ upload: UploadFile, named name: String, size: UInt64, contentType: String) throws(UploadRefusal) {
        guard !isClosed, files.count + subtitles.count < limits.count else {
            upload.delete()
            throw isClosed ? .closed : .tooMany(limit: limits.count)
        }
        let file = RemoteFile(
            id: TokenVerifier.newSecret(),
            name: UploadName.display(name),
            path: upload.path,
            contentType: contentType
        )
        if UploadName.isSubtitles(name) { subtitles.append(file) } else { files.append(file) }
        sizes[file.id] = size
    }

    /// Returns the uploaded subtitles for a media file: those that belong to it by their names, then the others.
    ///
    /// - Parameter name: The name of the media file; nil for an address.
    func subtitleFiles(for name: String?) -> (related: [RemoteFile], others: [RemoteFile]) {
        guard let name = name?.split(separator: "/").last.map(String.init) else { return ([], subtitles) }
        let found = SidecarSubtitle.find(for: name) { $0 == "." ? subtitles.map(\.name) : [] }
        let related = found.compactMap { file in subtitles.first { $0.name == file.path } }
        return (related, subtitles.filter { !related.contains($0) })
    }

    /// Deletes a file. Does nothing if there is none with this id.
    func remove(_ id: String) {
        if let file = subtitles.first(where: { $0.id == id }) {
            try? FileManager.default.removeItem(
                atPath: URL(fileURLWithPath: file.path).deletingLastPathComponent().path
            )
        } else if let file = files.first(where: { $0.id == id }) {
            try? FileManager.default.removeItem(atPath: file.path)
        }
        sizes[id] = nil
        files.removeAll { $0.id == id }
        subtitles.removeAll { $0.id == id }
    }

    /// Deletes all files. Uploads in progress fail.
    func close() {
        isClosed = true
        files = []
        subtitles = []
        sizes = [:]
        folder?.remove()
        folder = nil
    }
}

/// The name of an uploaded file, which the user's browser sends. It is never used as a path.
enum UploadName {
    static let subtitleSuffixes = ["srt", "vtt", "ass", "ssa", "ttml", "dfxp"]
    private static let maximumLength = 200

    /// Returns the name to display: the last part of a path, without control and format characters.
    static func display(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: continue
            default: scalars.append(scalar)
            }
        }
        let text = String(String(scalars).drop(while: \.isWhitespace).prefix(maximumLength))
        return text.allSatisfy { $0 == "." || $0.isWhitespace } ? "file" : text
    }

    /// Returns the extension if it consists of one to eight ASCII letters and digits, in lower case.
    static func suffix(of name: String) -> String? {
        let parts = display(name).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last, (1...8).contains(last.count),
            last.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        return last.lowercased()
    }

    /// Whether a file has the name of subtitles.
    static func isSubtitles(_ name: String) -> Bool { suffix(of: name).map(subtitleSuffixes.contains) ?? false }

    /// Returns the name under which subtitles are stored, without the extension: their language, or else a plain form of
    /// their title. Devices show it as the name of the track.
    static func subtitleStem(of name: String) -> String {
        let file = SidecarSubtitle.describing(display(name))
        let title = (file.title ?? "").unicodeScalars.filter { $0.isASCII && $0.properties.isAlphabetic || $0 == " " }
        let parts = [
            file.language ?? String(String.UnicodeScalarView(title.prefix(40))),
            file.isForced ? "forced" : nil, file.isForHearingImpaired ? "sdh" : nil,
        ]
        let stem = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ".")
        return stem.isEmpty ? "subtitles" : stem
    }

    /// Returns the media type of a file that may be cast; nil for playlists, text and other content.
    ///
    /// Playlists are refused, because `ffmpeg` would open the files of this machine that they name.
    static func contentType(of name: String, firstBytes: [UInt8]) -> String? {
        func isMedia(_ type: String) -> Bool {
            ["video/", "audio/", "image/"].contains { type.hasPrefix($0) } && type != "image/svg+xml"
                && type != "audio/x-mpegurl" && type != "audio/x-scpls"
        }
        if let detected = ContentType.detect(firstBytes: firstBytes) {
            guard isMedia(detected) else { return nil }
            let type = ContentType.guess(fileName: name, firstBytes: firstBytes)
            return isMedia(type) ? type : detected
        }
        let isText = firstBytes.allSatisfy { (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) }
        let named = ContentType.guess(fileName: name)
        return isMedia(named) && !isText ? named : nil
    }
}
