// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An H.264 encoder of `ffmpeg`, with the options that it needs.
struct VideoEncoder: Sendable, Hashable {
    /// The name of the encoder.
    let name: String
    /// The options before the input, which open the hardware.
    var deviceOptions: [String] = []
    /// The filter that converts pictures to the format that the encoder accepts.
    var inputFilter = "format=yuv420p"
    /// The options of the encoder.
    var own: [String] = []
    /// Whether the encoder accepts a profile and a level. The others choose them by the size of the picture.
    var acceptsLevel = true

    /// The encoder of the library x264.
    static let software = VideoEncoder(name: "libx264", own: ["-preset", "veryfast", "-crf", "21"])
    /// The encoder of the library OpenH264.
    private static let openH264 = VideoEncoder(name: "libopenh264", own: quality, acceptsLevel: false)

    /// The options that set the quality of encoders without a constant one.
    private static let quality = ["-b:v", "6M"]

    /// The encoders in hardware that this machine seems to have, the best one first.
    private static var hardware: [VideoEncoder] {
        #if os(macOS)
        return [VideoEncoder(name: "h264_videotoolbox", own: quality)]
        #else
        var encoders: [VideoEncoder] = []
        // A picture that is forced to be a key frame is one only with these options.
        if exists("/dev/nvidia0") {
            encoders.append(VideoEncoder(name: "h264_nvenc", own: quality + ["-forced-idr", "1"]))
        }
        for device in ["/dev/dri/renderD128", "/dev/dri/renderD129"] where exists(device) {
            encoders += [
                VideoEncoder(
                    name: "h264_qsv",
                    deviceOptions: ["-init_hw_device", "qsv=hw,child_device=\(device)"],
                    inputFilter: "format=nv12",
                    own: quality + ["-forced_idr", "1"],
                    acceptsLevel: false
                ),
                VideoEncoder(
                    name: "h264_vaapi",
                    deviceOptions: ["-vaapi_device", device],
                    inputFilter: "format=nv12,hwupload",
                    own: quality,
                    acceptsLevel: false
                ),
            ]
        }
        // The encoder of a Raspberry Pi.
        if exists("/dev/video11") {
            encoders.append(VideoEncoder(name: "h264_v4l2m2m", own: quality, acceptsLevel: false))
        }
        return encoders
        #endif
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Returns the options of the encoder.
    ///
    /// - Parameter level: The highest level of the video; `nil` for the lowest one that the video needs.
    func options(level: Double?) -> [String] {
        guard acceptsLevel else { return own }
        return ["-profile:v", "high"] + (level.map { ["-level:v", "\($0)"] } ?? []) + own
    }

    /// Returns the options of the encoder for pictures that are captured and shown with little delay.
    ///
    /// - Parameter level: The highest level of the video; `nil` for the lowest one that the video needs.
    func captureOptions(level: Double?) -> [String] {
        let options =
            switch name {
            case "libx264": ["-preset", "superfast", "-tune", "zerolatency", "-crf", "23"]
            case "h264_nvenc": ["-preset", "p3", "-tune", "ll"] + own
            case "h264_videotoolbox": ["-realtime", "1"] + own
            default: own
            }
        guard acceptsLevel, let level else { return options }
        return options + ["-level:v", "\(level)"]
    }

    /// Returns the best encoder of an installed `ffmpeg`; `nil` if it has none.
    ///
    /// An encoder in hardware is used only if it encodes a picture: drivers and permissions may be missing.
    ///
    /// - Parameters:
    ///   - names: The names of the encoders of the program.
    ///   - program: The installed `ffmpeg`.
    ///   - hardware: The encoders to try first; `nil` for those that this machine seems to have.
    static func best(
        of names: Set<String>,
        for program: ExternalProgram,
        hardware: [VideoEncoder]? = nil
    ) async -> VideoEncoder? {
        for encoder in hardware ?? Self.hardware where names.contains(encoder.name) {
            if await encoder.works(with: program) { return encoder }
        }
        return [software, openH264].first { names.contains($0.name) }
    }

    /// The time in which a trial has to end. Some drivers hang.
    private static let trialTimeLimit = Duration.seconds(4)

    private func works(with program: ExternalProgram) async -> Bool {
        let source = ["-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=0.2"]
        let trial = ["-vf", inputFilter, "-c:v", name] + options(level: 4.1)
        let output = try? await program.output(
            ["-nostdin", "-v", "error"] + deviceOptions + source + trial + ["-f", "h264", "pipe:1"],
            limit: 1 << 20,
            timeLimit: Self.trialTimeLimit
        )
        // A stream in Annex B format begins with a start code.
        return output?.starts(with: [0, 0, 0, 1]) == true || output?.starts(with: [0, 0, 1]) == true
    }
}
