// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastWire

/// Options for the appearance of subtitles on the device.
struct SubtitleStyleOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The size of subtitles, such as 150%.", valueName: "percent")
    )
    var subtitlesSize: SubtitleSize?

    @Option(
        name: .long,
        help: ArgumentHelp("The color of subtitles: a name such as yellow, or #RRGGBB.", valueName: "color")
    )
    var subtitlesColor: SubtitleColor?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The color behind subtitles: a name, #RRGGBB, #RRGGBBAA or none.",
            valueName: "color"
        )
    )
    var subtitlesBackground: SubtitleColor?

    @Option(name: .long, help: ArgumentHelp("The edge of the letters.", valueName: "edge"))
    var subtitlesEdge: SubtitleEdge?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The font: sans-serif, serif, monospace, casual, cursive, small-capitals, or the name of one.",
            valueName: "font"
        )
    )
    var subtitlesFont: SubtitleFont?

    /// The specified properties; nil without any.
    var style: TextTrackStyle? {
        var style = TextTrackStyle()
        style.fontScale = subtitlesSize?.scale
        style.foregroundColor = subtitlesColor?.text
        style.backgroundColor = subtitlesBackground?.text
        if let subtitlesEdge {
            style.edgeType = subtitlesEdge.type
            if subtitlesEdge != .none { style.edgeColor = "#000000FF" }
        }
        style.fontGenericFamily = subtitlesFont?.family
        style.fontFamily = subtitlesFont?.name
        return style == TextTrackStyle() ? nil : style
    }
}

/// A size of subtitles, as a percentage of the default size: from 25% to 400%.
struct SubtitleSize: ExpressibleByArgument, Hashable {
    /// The size relative to the default.
    var scale: Double

    init?(argument: String) {
        let number = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
        guard let percent = Double(number), (25...400).contains(percent) else { return nil }
        scale = percent / 100
    }
}

/// A color of subtitles, as a name or in hexadecimal.
struct SubtitleColor: ExpressibleByArgument, Hashable {
    /// The color as `#RRGGBBAA`.
    var text: String

    private static let names = [
        "white": "FFFFFF", "black": "000000", "red": "FF0000", "green": "00FF00", "blue": "0000FF", "yellow": "FFFF00",
        "cyan": "00FFFF", "magenta": "FF00FF", "gray": "808080", "grey": "808080", "orange": "FFA500",
    ]

    init?(argument: String) {
        let lower = argument.lowercased()
        if lower == "none" || lower == "transparent" {
            text = "#00000000"
            return
        }
        var digits = Self.names[lower] ?? String(lower.drop { $0 == "#" }).uppercased()
        guard digits.utf8.allSatisfy({ (48...57).contains($0) || (65...70).contains($0) }) else { return nil }
        if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
        guard digits.count == 6 || digits.count == 8 else { return nil }
        text = "#" + digits + (digits.count == 6 ? "FF" : "")
    }
}

/// An edge of the letters of subtitles.
enum SubtitleEdge: String, ExpressibleByArgument, CaseIterable {
    case none
    case outline
    case dropShadow = "drop-shadow"
    case raised
    case depressed

    var type: TextEdgeType {
        switch self {
        case .none: .none
        case .outline: .outline
        case .dropShadow: .dropShadow
        case .raised: .raised
        case .depressed: .depressed
        }
    }
}

/// A font of subtitles: a generic family, or the name of a font.
struct SubtitleFont: ExpressibleByArgument, Hashable {
    var family: FontGenericFamily?
    var name: String?

    private static let families: [String: FontGenericFamily] = [
        "sans-serif": .sansSerif, "serif": .serif, "monospace": .monospacedSansSerif,
        "monospace-serif": .monospacedSerif, "casual": .casual, "cursive": .cursive, "small-capitals": .smallCapitals,
    ]

    init?(argument: String) {
        guard !argument.isEmpty, argument.count <= 60 else { return nil }
        family = Self.families[argument.lowercased()]
        if family == nil { name = argument }
    }
}
