// SPDX-License-Identifier: Apache-2.0

/// The times of a TTML document, which depend on the attributes of its root element.
struct TTMLTime {
    private var frameRate = 30.0
    private var tickRate = 1.0

    init() {}

    /// Reads the rates from the attributes of the root element.
    init(root: [String: ArraySlice<UInt8>]) {
        func rate(_ name: String) -> Double? {
            guard let (value, rest) = root[name].flatMap({ SubtitleTime.number($0.trimmed) }), rest.isEmpty,
                value >= 1
            else { return nil }
            return value
        }
        let frames = rate("frameRate")
        frameRate = frames ?? 30
        // Without a tick rate, ticks are frames if there is a frame rate, and seconds otherwise.
        tickRate = rate("tickRate") ?? frames ?? 1
        let multiplier = (root["frameRateMultiplier"] ?? []).prefix(32)
            .split { $0.isSubtitleSpace || $0 == UInt8(ascii: ":") }
            .compactMap { SubtitleTime.number($0)?.value }
        if multiplier.count == 2, multiplier[0] >= 1, multiplier[1] >= 1 {
            frameRate *= multiplier[0] / multiplier[1]
        }
    }

    /// Parses a clock time, such as `00:01:02.5` and `00:01:02:12`, or an offset, such as `1.5s` and `90t`.
    func seconds(_ text: ArraySlice<UInt8>) -> Double? {
        let text = text.trimmed
        let time: Double?
        if let (seconds, rest) = SubtitleTime.clock(text) {
            if rest.isEmpty {
                time = seconds
            } else if rest.first == UInt8(ascii: ":"), let frames = SubtitleTime.number(rest.dropFirst()),
                frames.rest.isEmpty
            {
                time = seconds + frames.value / frameRate
            } else {
                time = nil
            }
        } else if let (value, metric) = SubtitleTime.number(text) {
            time =
                switch metric.string {
                case "h": value * 3600
                case "m": value * 60
                case "s": value
                case "ms": value / 1000
                case "f": value / frameRate
                case "t": value / tickRate
                default: nil
                }
        } else {
            time = nil
        }
        return time.flatMap { $0 < SubtitleTime.maximum ? $0 : nil }
    }
}
