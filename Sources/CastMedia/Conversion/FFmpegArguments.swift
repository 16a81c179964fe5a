// SPDX-License-Identifier: Apache-2.0

import CastMediaProbe

/// The command lines of `ffmpeg`.
///
/// Only local files are read (``FFmpegInput``), and nothing is written to the disk.
struct FFmpegArguments {
    /// The path of the source.
    var path: String
    /// Whether the container has an index. Without one, `ffmpeg` finds the key frame after a time, not the one before.
    var hasIndex = true
    /// Whether the container describes AAC. Otherwise its packets do, so that the initialization section cannot be written
    /// before them.
    var describesAudio = true
    /// The H.264 encoder.
    var videoEncoder = VideoEncoder.software
    /// Whether the filters exist that convert high dynamic range.
    var convertsDynamicRange = true

    /// The time in seconds by which reading begins earlier in a container without an index. It should exceed the distance
    /// of key frames.
    private static let preroll = 10.0

    var input: [String] {
        ["-nostdin", "-hide_banner", "-loglevel", "error"] + FFmpegInput.file
    }

    /// Returns the arguments of a conversion to fragmented MP4 on the standard output.
    ///
    /// - Parameters:
    ///   - conversion: The treatment of the tracks.
    ///   - start: The time in seconds at which to begin. Times in the output are those of the source.
    ///   - schedule: The segments, which begin with key frames if the video is encoded.
    func conversion(
        _ conversion: MediaPlan.Conversion,
        from start: Double,
        in schedule: SegmentSchedule
    ) -> [String] {
        var arguments = input
        if conversion.video?.treatment == .encode { arguments += videoEncoder.deviceOptions }
        let preroll = hasIndex || conversion.video?.treatment != .copy ? 0 : Self.preroll
        if start > preroll { arguments += ["-ss", SegmentSchedule.decimal(start - preroll)] }
        // Without -copyts, the output would begin at 0 wherever it starts.
        arguments += ["-copyts", "-start_at_zero", "-i", "file:\(path)"]
        // Segments begin with key frames.
        let next = SegmentSchedule.decimal(schedule.start(after: start))
        let period = SegmentSchedule.decimal(schedule.period)
        let keyFrames = "gte(t,if(n_forced,\(next)+(n_forced-1)*\(period),\(SegmentSchedule.decimal(start))))"
        arguments += videoArguments(conversion, keyFrames: keyFrames) + audioArguments(conversion)
        arguments += [
            "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1",
            // An encoder of sound begins before the first sample, and fragments have no negative times.
            "-avoid_negative_ts", conversion.audio?.treatment == .encode ? "make_non_negative" : "disabled",
            "-max_muxing_queue_size", "4096", "-f", "mp4", "-frag_duration", "2000000",
        ]
        let header = header(conversion)
        return arguments + ["-movflags", "+frag_keyframe+\(header)+default_base_moof+frag_discont", "pipe:1"]
    }

    /// Returns the option that decides when the initialization section is written.
    func header(_ conversion: MediaPlan.Conversion) -> String {
        describesAudio || conversion.audio?.treatment != .copy ? "empty_moov" : "delay_moov"
    }

    // MARK: - Tracks

    /// - Parameter keyFrames: The expression that is true for pictures that become key frames.
    func videoArguments(_ conversion: MediaPlan.Conversion, keyFrames: String) -> [String] {
        guard let video = conversion.video else { return ["-vn"] }
        guard video.treatment == .encode else {
            // Devices accept HEVC in MP4 only with the tag hvc1.
            return ["-map", "0:\(video.index)", "-c:v", "copy"] + (video.codec == .hevc ? ["-tag:v", "hvc1"] : [])
        }
        var arguments: [String]
        let filters = filters(conversion)
        if let subtitles = conversion.burnsIn {
            let chain = (["overlay"] + filters).joined(separator: ",")
            arguments = ["-filter_complex", "[0:\(video.index)][0:\(subtitles)]\(chain)[picture]", "-map", "[picture]"]
        } else {
            arguments = ["-map", "0:\(video.index)", "-vf", filters.joined(separator: ",")]
        }
        let (rate, buffer) = (conversion.height ?? 1080) > 1080 ? ("20M", "40M") : ("9M", "18M")
        arguments += ["-c:v", videoEncoder.name] + videoEncoder.options(level: conversion.level)
        arguments += ["-maxrate", rate, "-bufsize", buffer]
        return arguments + ["-force_key_frames", "expr:\(keyFrames)"]
    }

    private func filters(_ conversion: MediaPlan.Conversion) -> [String] {
        var filters: [String] = []
        if let height = conversion.height { filters.append("scale=-2:\(height)") }
        if let rate = conversion.frameRate { filters.append("fps=\(SegmentSchedule.decimal(rate))") }
        if conversion.convertsDynamicRange, convertsDynamicRange {
            filters += [
                "zscale=t=linear:npl=100", "format=gbrpf32le", "zscale=p=bt709", "tonemap=tonemap=hable:desat=0",
                "zscale=t=bt709:m=bt709:r=tv",
            ]
        }
        // H.264 needs even sizes.
        if conversion.height == nil { filters.append("scale=trunc(iw/2)*2:trunc(ih/2)*2") }
        return filters + [videoEncoder.inputFilter]
    }

    func audioArguments(_ conversion: MediaPlan.Conversion) -> [String] {
        guard let audio = conversion.audio else { return ["-an"] }
        let map = ["-map", "0:\(audio.index)"]
        guard audio.treatment == .encode else {
            return map + ["-c:a", "copy"] + (describesAudio ? [] : ["-bsf:a", "aac_adtstoasc"])
        }
        // A format filter reduces channels only if there are more.
        let layouts = conversion.channels >= 6 ? "5.1|stereo|mono" : "stereo|mono"
        return map + ["-c:a", "aac", "-b:a", "192k", "-af", "aresample=48000,aformat=channel_layouts=\(layouts)"]
    }
}
