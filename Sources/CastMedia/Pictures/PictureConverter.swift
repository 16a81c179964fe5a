// SPDX-License-Identifier: Apache-2.0

package import CastMediaProbe

/// The installed programs that convert a picture to JPEG: `ffmpeg` and ImageMagick.
///
/// The converted picture is upright and has no metadata, such as the place where a photo was taken. It is kept in memory.
package struct PictureConverter: Sendable {
    /// The largest number of pixels of a picture that is decoded, which bounds the memory of the program.
    static let pixelLimit = 200_000_000
    /// The largest size of a converted picture in bytes.
    static let outputLimit = 16 << 20
    /// The time after which a program is ended.
    static let timeLimit = Duration.seconds(20)

    private let facts: PictureFacts
    private let programs: [ExternalProgram]

    /// Looks for the programs that can convert a picture.
    ///
    /// - Parameters:
    ///   - facts: The facts about the picture.
    ///   - searchPath: The folders, separated by colons; `nil` for `PATH` of the environment.
    /// - Throws: ``PictureError`` if none is installed, or if the picture is too large.
    package init(_ facts: PictureFacts, searchPath: String? = nil) throws(PictureError) {
        let pixels = facts.width.multipliedReportingOverflow(by: facts.height)
        guard !pixels.overflow, pixels.partialValue <= Self.pixelLimit else { throw .tooLarge }
        let ffmpeg = ExternalProgram.find("ffmpeg", searchPath: searchPath)
        // The command of version 7 and of earlier versions.
        let magick =
            ExternalProgram.find("magick", searchPath: searchPath)
            ?? ExternalProgram.find("convert", searchPath: searchPath)
        // ffmpeg decodes HEIC only since version 7, and the tiles of large photos later.
        programs = (facts.format == .heic ? [magick, ffmpeg] : [ffmpeg, magick]).compactMap { $0 }
        guard !programs.isEmpty else { throw .converterMissing(facts.format) }
        self.facts = facts
    }

    /// Whether it is certain that an installed program decodes the format.
    var isReliable: Bool { facts.format != .heic || programs.first?.name != "ffmpeg" }

    /// Converts the picture.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - picture: The size of the result.
    /// - Returns: A JPEG file.
    /// - Throws: ``PictureError``. Cancellation ends the program.
    package func jpeg(of path: String, as picture: MediaPlan.Picture) async throws(PictureError) -> [UInt8] {
        var reasons: [String] = []
        for program in programs {
            do throws(ExternalProgramError) {
                let isFFmpeg = program.name == "ffmpeg"
                let bytes = try await program.output(
                    isFFmpeg ? ffmpegArguments(path, picture) : magickArguments(picture),
                    input: isFFmpeg ? nil : path,
                    limit: Self.outputLimit,
                    timeLimit: Self.timeLimit
                )
                if Self.isJPEG(bytes, shaped: picture) { return bytes }
                reasons.append("\(program.name) converted only a part of it")
            } catch {
                if case .ended = error { throw .canceled }
                reasons.append("\(error)")
            }
        }
        if programs.allSatisfy({ $0.name == "ffmpeg" }), facts.format == .heic || facts.format == .avif {
            throw .converterMissing(facts.format)
        }
        throw .failed(reasons.joined(separator: "; "))
    }

    /// Whether the bytes are a complete picture with the expected proportions. A program that does not know the tiles of a
    /// photo converts only one of them.
    private static func isJPEG(_ bytes: [UInt8], shaped picture: MediaPlan.Picture) -> Bool {
        guard bytes.count < outputLimit, let made = try? PictureFacts.read(bytes), made.format == .jpeg else {
            return false
        }
        return abs(made.width - picture.width) <= 2 + picture.width / 20
            && abs(made.height - picture.height) <= 2 + picture.height / 20
    }

    private func ffmpegArguments(_ path: String, _ picture: MediaPlan.Picture) -> [String] {
        let demuxer =
            switch facts.format {
            case .jpeg: "jpeg_pipe"
            case .png: "png_pipe"
            case .gif: "gif"
            case .webP: "webp_pipe"
            case .bmp: "bmp_pipe"
            case .tiff: "tiff_pipe"
            case .heic, .avif: "mov"
            }
        // The picture is turned after it has become smaller.
        let isTransposed = facts.orientation >= 5
        let (width, height) = isTransposed ? (picture.height, picture.width) : (picture.width, picture.height)
        let turn =
            switch facts.orientation {
            case 2: ["hflip"]
            case 3: ["hflip", "vflip"]
            case 4: ["vflip"]
            case 5: ["transpose=0"]
            case 6: ["transpose=1"]
            case 7: ["transpose=3"]
            case 8: ["transpose=2"]
            default: [String]()
            }
        let filters = ["scale=\(width):\(height):flags=bicubic:out_range=full"] + turn + ["format=yuvj420p"]
        return ["-nostdin", "-hide_banner", "-loglevel", "error"] + FFmpegInput.file + [
            "-max_pixels", "\(Self.pixelLimit)", "-noautorotate", "-f", demuxer, "-i", "file:\(path)", "-map", "0:v:0",
            "-frames:v", "1", "-vf", filters.joined(separator: ","), "-map_metadata", "-1", "-c:v", "mjpeg", "-q:v",
            "3",
            "-f", "mjpeg", "pipe:1",
        ]
    }

    /// The format is stated, so that ImageMagick does not run a program for another one that it recognizes.
    private func magickArguments(_ picture: MediaPlan.Picture) -> [String] {
        let format =
            switch facts.format {
            case .jpeg: "jpeg"
            case .png: "png"
            case .gif: "gif"
            case .webP: "webp"
            case .bmp: "bmp"
            case .tiff: "tiff"
            case .heic: "heic"
            case .avif: "avif"
            }
        // The library that decodes HEIC and AVIF turns pictures itself.
        let turn = facts.format == .heic || facts.format == .avif ? [] : ["-auto-orient"]
        return [
            "-limit", "memory", "1GiB", "-limit", "map", "1GiB", "-limit", "disk", "0", "-limit", "time", "20",
            "\(format):-[0]",
        ] + turn + [
            "-resize", "\(picture.width)x\(picture.height)", "-background", "black", "-flatten",
            // Without the color profile, photos with a wide range of colors would look pale.
            "+profile", "!icc,*", "+set", "comment", "-quality", "88", "jpeg:-",
        ]
    }
}

/// The reason that a picture cannot be converted.
package enum PictureError: Error, Sendable, Hashable {
    /// No installed program decodes the format.
    case converterMissing(PictureFacts.Format)
    /// The picture has more pixels than are decoded.
    case tooLarge
    /// The programs failed, with their messages.
    case failed(String)
    /// The caller's task was canceled.
    case canceled
}

extension PictureError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .converterMissing(let format) where format == .heic || format == .avif:
            "\(format.rawValue) pictures are converted by ImageMagick, which is not installed; "
                + ExternalProgram.installationAdvice(of: "imagemagick", fedora: "ImageMagick ImageMagick-heic")
        case .converterMissing: "ffmpeg is not installed; \(ExternalProgram.installationAdvice)"
        case .tooLarge: "the picture has more than \(PictureConverter.pixelLimit / 1_000_000) million pixels"
        case .failed(let reason): "the picture cannot be converted: \(reason)"
        case .canceled: "the conversion was ended"
        }
    }
}
