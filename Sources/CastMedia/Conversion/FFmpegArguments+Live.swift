// SPDX-License-Identifier: Apache-2.0

extension FFmpegArguments {
    private static let quiet = ["-nostdin", "-hide_banner", "-loglevel", "error"]

    /// Returns the arguments that convert the standard input to fragmented MP4 on the standard output.
    func live(_ conversion: MediaPlan.Conversion) -> [String] {
        let keyFrames = "gte(t,n_forced*\(SegmentSchedule.decimal(SegmentSchedule.target)))"
        let device = conversion.video?.treatment == .encode ? videoEncoder.deviceOptions : []
        return Self.quiet + device + FFmpegInput.pipe + ["-i", "pipe:0"]
            + videoArguments(conversion, keyFrames: keyFrames) + audioArguments(conversion)
            + Self.output(fragment: 1, header: header(conversion))
    }

    /// Returns the arguments that capture a picture and sound with little delay.
    ///
    /// - Parameters:
    ///   - height: The largest height of the picture.
    ///   - level: The highest level of the H.264 video; nil for the lowest one that the video needs.
    func capture(_ input: CaptureInput, height: Int, level: Double?) -> [String] {
        var arguments =
            Self.quiet + videoEncoder.deviceOptions + input.picture.arguments + (input.sound?.arguments ?? [])
        arguments += [
            // H.264 needs even sizes.
            "-map", "0:v:0", "-vf", "scale=-2:'trunc(min(ih,\(height))/2)*2',\(videoEncoder.inputFilter)", "-c:v",
            videoEncoder.name,
        ]
        arguments += videoEncoder.captureOptions(level: level)
        let period = SegmentSchedule.decimal(LiveWindow.Limits.capture.segment)
        arguments += [
            "-maxrate", "8M", "-bufsize", "8M", "-g", "\(CaptureInput.frameRate)", "-force_key_frames",
            "expr:gte(t,n_forced*\(period))",
        ]
        if input.sound != nil || input.includesSound {
            let map = input.includesSound ? "0:a:0" : "1:a:0"
            // The clocks of picture and sound differ; the sound is stretched or cut to follow its times.
            let filter = "aresample=48000:async=1000,aformat=channel_layouts=stereo|mono"
            arguments += ["-map", map, "-c:a", "aac", "-b:a", "160k", "-af", filter]
        }
        return arguments + Self.output(fragment: 0.25, header: "empty_moov")
    }

    /// - Parameters:
    ///   - fragment: The largest duration of a fragment in seconds, by which segments are late.
    ///   - header: The option that decides when the initialization section is written.
    private static func output(fragment: Double, header: String) -> [String] {
        [
            "-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1", "-max_muxing_queue_size", "4096", "-f", "mp4",
            "-movflags", "+frag_keyframe+\(header)+default_base_moof", "-frag_duration", "\(Int(fragment * 1e6))",
            "-flush_packets", "1", "pipe:1",
        ]
    }
}
