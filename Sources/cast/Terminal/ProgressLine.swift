/// The line at the bottom of a terminal that says what plays: a pure function of what is known and of the width.
///
/// From left to right: state, title, position, bar, length, volume, device. Where the terminal is too narrow the
/// device goes first, then the bar, the volume, and at last the title.
struct ProgressLine: Hashable, Sendable {
    var state: PlaybackStatus.State
    var title: String
    var position: Double
    var duration: Double?
    var isLive = false
    var volume: VolumeStatus?
    var device: String

    private static let gap = "  "
    private static let stateWidth = 9
    private static let titleMinimum = 8
    private static let barMinimum = 8
    private static let barMaximum = 40

    /// The line in at most `width` columns.
    func render(width: Int, style: TextStyle) -> String {
        let word = state.word.padded(to: Self.stateWidth)
        let title = DisplayWidth.printable(title)
        let device = DisplayWidth.printable(device)
        let volumeText = volume.map { $0.isMuted ? "muted" : "vol \($0.percent) %" }
        let elapsed = isLive ? "LIVE" : TimeText.clock(position)
        let total = isLive ? nil : duration.map(TimeText.clock)
        let times = DisplayWidth.of(elapsed) + (total.map { 3 + $0.count } ?? 0)

        var showsTitle = !title.isEmpty
        var showsBar = total != nil
        var showsVolume = volumeText != nil
        var showsDevice = !device.isEmpty
        func needed() -> Int {
            var columns = Self.stateWidth + Self.gap.count + times
            if showsTitle { columns += Self.gap.count + min(DisplayWidth.of(title), Self.titleMinimum) }
            // The bar takes the place of the slash between the two times.
            if showsBar { columns += Self.barMinimum - 1 }
            if showsVolume { columns += Self.gap.count + (volumeText?.count ?? 0) }
            if showsDevice { columns += Self.gap.count + DisplayWidth.of(device) }
            return columns
        }
        if needed() > width { showsDevice = false }
        if needed() > width { showsBar = false }
        if needed() > width { showsVolume = false }
        if needed() > width { showsTitle = false }

        var spare = width - needed()
        var parts = [word]
        if showsTitle {
            let natural = DisplayWidth.of(title)
            let minimum = min(natural, Self.titleMinimum)
            let share = showsBar ? spare / 2 : spare
            let columns = min(natural, minimum + max(0, share))
            spare -= columns - minimum
            parts.append(DisplayWidth.cut(title, to: columns, ellipsis: style.ellipsis))
        }
        if let total, showsBar {
            let length = min(Self.barMinimum + max(0, spare), Self.barMaximum)
            parts.append("\(elapsed) \(bar(length: length, style: style)) \(total)")
        } else if let total {
            parts.append("\(elapsed) / \(total)")
        } else {
            parts.append(elapsed)
        }
        if let volumeText, showsVolume { parts.append(volumeText) }
        if showsDevice { parts.append(device) }
        return DisplayWidth.cut(parts.joined(separator: Self.gap), to: max(0, width), ellipsis: "")
    }

    private func bar(length: Int, style: TextStyle) -> String {
        let fraction = duration.map { $0 > 0 ? min(max(position / $0, 0), 1) : 0 } ?? 0
        switch style {
        case .unicode:
            let filled = Int((fraction * Double(length)).rounded(.down))
            return String(repeating: "━", count: filled) + String(repeating: "─", count: length - filled)
        case .ascii:
            let inner = length - 2
            let filled = Int((fraction * Double(inner)).rounded(.down))
            return "[" + String(repeating: "=", count: filled) + String(repeating: "-", count: inner - filled) + "]"
        }
    }
}
