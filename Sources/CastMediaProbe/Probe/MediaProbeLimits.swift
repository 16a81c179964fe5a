/// How much work a stranger's file may cause.
public struct MediaProbeLimits: Sendable, Hashable {
    /// How many times bytes are asked for. Default 32.
    public var reads: Int
    /// How many bytes are asked for at once, and so are in memory. Default 64 KiB, at least 4 KiB.
    public var readSize: Int
    /// How many boxes, elements or chunks are looked at. Default 4096.
    public var steps: Int

    public init(reads: Int = 32, readSize: Int = 64 * 1024, steps: Int = 4096) {
        self.reads = reads
        self.readSize = max(readSize, 4096)
        self.steps = steps
    }
}
