/// What the beginning (and sometimes the end) of a file says about the whole.
public struct MediaFacts: Sendable, Hashable {
    /// How the file is built.
    public enum Container: String, Sendable, Hashable {
        /// MP4, MOV, M4A, 3GP: boxes (ISO/IEC 14496-12).
        case mp4
        /// Matroska and WebM (RFC 9559).
        case matroska
        /// WAVE in RIFF, or in RF64 where it is large.
        case wave
        /// MPEG audio, layers I to III.
        case mpegAudio
        case flac
    }

    public var container: Container
    /// How long it plays, in seconds; `nil` when the file does not say, as recordings that still grow do not.
    public var duration: Double?

    public init(container: Container, duration: Double?) {
        self.container = container
        self.duration = duration
    }
}
