// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastMedia
import CastWire

/// Options for the subtitle files of an item.
struct SubtitleOptions: ParsableArguments {
    @Option(
        name: [
            .long, .customLong("subs", withSingleDash: false), .customLong("subtitle-file"), .customLong("captions"),
            .customLong("sub-file"),
        ],
        help: ArgumentHelp(
            "A subtitle file: SRT, ASS, SSA, WebVTT or TTML (repeatable).",
            discussion: """
                The first one is shown from the start. Default: files such as film.en.srt next to film.mp4, and text \
                tracks inside the file, which need ffmpeg.
                """,
            valueName: "file"
        ),
        completion: .file()
    )
    var subtitles: [String] = []

    @Option(
        name: [.long, .customLong("subtitle-language")],
        help: ArgumentHelp("The language of the subtitles to show from the start, such as de.", valueName: "language")
    )
    var subtitlesLanguage: String?

    @Flag(name: .long, help: "Add neither subtitle files next to the media nor subtitles inside it.")
    var noSubtitles = false

    @Option(
        name: .long,
        help: ArgumentHelp("The encoding of subtitle files, such as windows-1250.", valueName: "name")
    )
    var subtitlesEncoding: String?

    @Option(
        name: .long,
        parsing: .unconditional,
        help: ArgumentHelp("Show subtitles later, or earlier if negative: 1.5 or -2.", valueName: "seconds")
    )
    var subtitlesDelay = 0.0

    @OptionGroup var styleOptions: SubtitleStyleOptions

    func validate() throws {
        guard subtitlesDelay.isFinite, abs(subtitlesDelay) < 1e6 else {
            throw ValidationError("--subtitles-delay is a number of seconds.")
        }
    }

    /// The choices for the subtitles of an item.
    var choices: MediaItem.Subtitles {
        let configuration = UserConfiguration.current
        let language = subtitlesLanguage ?? configuration.text(.subtitlesLanguage)
        // Subtitles that an option asks for are not turned off by the configuration.
        let isOff = configuration.flag(.noSubtitles) ?? false
        let includesFound = !noSubtitles && (!isOff || subtitlesLanguage != nil)
        var choices = MediaItem.Subtitles(
            paths: subtitles,
            includesSidecars: includesFound,
            encoding: subtitlesEncoding,
            delay: subtitlesDelay,
            language: language,
            style: styleOptions.style
        )
        choices.includesEmbedded = includesFound
        return choices
    }
}

/// Options for HLS streams.
struct HLSOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "The format of HLS segments: ts, ts_aac, fmp4, aac, ac3, e_ac3 or mp3. Default: detected.",
            valueName: "format"
        )
    )
    var hlsSegmentFormat: SegmentFormatChoice?

    /// The format to declare; nil to detect it.
    var format: HLSSegmentFormat? { hlsSegmentFormat.map { HLSSegmentFormat(rawValue: $0.rawValue) } }
}

/// Options for pages of video sites.
struct SiteOptions: ParsableArguments {
    @Flag(
        name: .customLong("site"),
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Find the media of URLs with yt-dlp, or do not.",
            discussion: "Default: if a URL leads to a web page and yt-dlp is installed."
        )
    )
    var isSite: Bool?

    /// When `yt-dlp` is asked.
    var lookup: SiteLookup { isSite.map { $0 ? .always : .never } ?? .automatic }
}

/// A format of HLS segments, as an argument of `--hls-segment-format`.
enum SegmentFormatChoice: String, ExpressibleByArgument, CaseIterable {
    case ts
    case tsAAC = "ts_aac"
    case fmp4
    case aac
    case ac3
    case eac3 = "e_ac3"
    case mp3
}

/// Options for the order and selection of the items of a list.
struct ListOptions: ParsableArguments {
    @Flag(name: .long, help: "Play the files of subfolders as well.")
    var recursive = false

    @Flag(name: .long, help: "Play the items in random order.")
    var shuffle = false

    @Option(
        name: .long,
        help: ArgumentHelp("Start with this item of a list, from 1.", valueName: "number")
    )
    var startAt = 1

    func validate() throws {
        guard startAt > 0 else { throw ValidationError("--start-at counts from 1.") }
    }

    /// Returns the entries to play, in their order.
    ///
    /// - Throws: ``CommandFailure`` if the list has fewer entries than `--start-at` requires.
    func selected(_ entries: [PlayList.Entry]) throws(CommandFailure) -> ArraySlice<PlayList.Entry> {
        guard startAt <= entries.count else {
            throw CommandFailure(
                code: "noSuchItem",
                exitStatus: .usage,
                message: "--start-at \(startAt): there are only \(entries.count) items"
            )
        }
        return (shuffle ? entries.shuffled() : entries).dropFirst(startAt - 1)
    }
}

/// Options for lists with pictures.
struct SlideOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Show each picture for this time: 8s. Default: until the next item is requested.",
            valueName: "time"
        )
    )
    var every: TimePosition?

    @Flag(name: .long, help: "Start the list again after its end.")
    var `repeat` = false

    func validate() throws {
        guard every.map({ $0.seconds >= 1 }) ?? true else {
            throw ValidationError("--every must be at least 1 second.")
        }
    }
}

/// Options for files in formats that the device does not play.
struct ConversionOptions: ParsableArguments {
    @Flag(name: .long, help: "Serve files unchanged, without converting formats that the device does not play.")
    var original = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The largest height of the video, such as 720. Larger files are converted.",
            valueName: "lines"
        )
    )
    var quality: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The language of the audio track to play, such as de.",
            discussion: "Files with several tracks are converted, because devices play the first one.",
            valueName: "language"
        )
    )
    var audio: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Draw these subtitles, which are pictures, into the video: a track of cast inspect.",
            valueName: "track"
        )
    )
    var burnIn: Int?

    func validate() throws {
        guard quality.map({ $0 >= 16 }) ?? true else { throw ValidationError("--quality must be at least 16 lines.") }
    }

    /// The choices for the plan of a file.
    var plan: MediaPlan.Options {
        var options = MediaPlan.Options()
        options.isOriginal = original
        options.maximumHeight = quality
        options.audioLanguage = audio ?? UserConfiguration.current.text(.audio)
        options.burnsIn = burnIn
        return options
    }
}
