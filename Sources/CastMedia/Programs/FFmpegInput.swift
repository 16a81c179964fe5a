// SPDX-License-Identifier: Apache-2.0

/// What `ffmpeg` and `ffprobe` may read.
///
/// Files come from anyone. A playlist with the name of a film would make the programs read the files and addresses that it
/// names, so they open only containers, which hold their own media, and only by the protocols that the source needs.
enum FFmpegInput {
    /// The names of the readable formats, as `ffmpeg -demuxers` prints them.
    ///
    /// Not here are formats that name other files or addresses (`concat`, `dash`, `hls`, `image2`, `imf`, `sdp`, `vobsub`,
    /// `vapoursynth`), and devices.
    private static let containers = """
        aa aac ac3 aiff amr amrnb amrwb ape apng asf asf_o ass au av1 avi bink bmp_pipe caf cavsvideo dirac dsf dts dtshd dv
        eac3 flac flv gif gxf h261 h263 h264 hevc iff ivf jpeg_pipe loas m4v matroska mjpeg mlp mov mp3 mpc mpc8 mpeg mpegts
        mpegvideo mxf nsv nut obu ogg oma png_pipe rm rpl smk srt sup swf tak tiff_pipe truehd tta vc1 voc w64 wav webp_pipe
        webvtt wsd wtv wv xwma
        """

    /// The options before a local file. Output may go to a pipe.
    static let file = options(protocols: "file,pipe")

    /// The options before a URL of a web server.
    static let web = options(protocols: "http,https,tcp,tls")

    /// The options before the standard input.
    static let pipe = options(protocols: "pipe")

    /// The options before a capture device, which is read by a format that opens no files and addresses.
    static func capture(_ format: String) -> [String] {
        ["-protocol_whitelist", "pipe", "-format_whitelist", format, "-f", format]
    }

    private static func options(protocols: String) -> [String] {
        let formats = containers.split(whereSeparator: \.isWhitespace).joined(separator: ",")
        return ["-protocol_whitelist", protocols, "-format_whitelist", formats]
    }
}
