// SPDX-License-Identifier: Apache-2.0

import CastUI
import Testing

@Suite("Style")
struct StyleTests {
    private func color(_ style: StyleTree<StyleValue>, _ attribute: StyleAttribute, _ node: StyleNode) -> ThemeColor? {
        guard case .color(let color)? = style.resolved(attribute, at: node) else { return nil }
        return color
    }

    @Test("UC55 UC58 HU29 Unset attributes are inherited from the nearest ancestor, or else have the built-in value")
    func inheritance() {
        var style = StyleTree<StyleValue>.standard
        let (red, blue) = (StyleValue.color(ThemeColor(.init(0xFF0000))), StyleValue.color(ThemeColor(.init(0x0000FF))))
        let builtIn = style.resolved(.backgroundColor, at: .mini)
        #expect(builtIn != nil)
        style.set(red, for: .backgroundColor, at: .castViews)
        for node in StyleNode.allCases { #expect(style.resolved(.backgroundColor, at: node) == red) }
        style.set(blue, for: .backgroundColor, at: .connection)
        #expect(style.resolved(.backgroundColor, at: .connectionToolbar) == blue)
        #expect(style.resolved(.backgroundColor, at: .deviceChooser) == red)
        #expect(style.own(.backgroundColor, at: .connectionToolbar) == nil)
        style.set(nil, for: .backgroundColor, at: .castViews)
        #expect(style.resolved(.backgroundColor, at: .mini) == builtIn)
        #expect(style.resolved(.backgroundColor, at: .connectionNavigation) == blue)
        #expect(style.resolved(.iconTintColor, at: .connection) != blue)
    }

    @Test("All nodes have the same root, and every attribute has a value")
    func complete() {
        #expect(StyleAttribute.allCases.count == 43)
        for node in StyleNode.allCases {
            var path = [node]
            while let next = path.last?.parent, path.count < 9 { path.append(next) }
            #expect(path.last == .castViews)
            for attribute in StyleAttribute.allCases {
                #expect(StyleTree<StyleValue>.standard.resolved(attribute, at: node) != nil)
            }
        }
    }

    @Test("UC46 `muteOffImage` is shown while muted; UW63 ad markers are yellow by default")
    func specialAttributes() {
        var style = StyleTree<StyleValue>.standard
        #expect(style.resolved(.muteOffImage, at: .mini) == .image(.volumeMuted))
        #expect(style.resolved(.muteOnImage, at: .mini) == .image(.volumeHigh))
        #expect(color(style, .playedAdMarkerFillColor, .expanded) == ThemeColor(.init(0xFFEB3B)))
        style.set(.color(ThemeColor(.init(0x808080))), for: .playedAdMarkerFillColor, at: .expanded)
        #expect(color(style, .unplayedAdMarkerFillColor, .expanded) == ThemeColor(.init(0xFFEB3B)))
    }

    @Test(
        "DC57 Text, icons and sliders contrast with their background, and with any artwork under the scrim",
        arguments: StyleNode.allCases
    )
    func contrast(_ node: StyleNode) throws {
        let style = StyleTree<StyleValue>.standard
        let background = try #require(color(style, .backgroundColor, node))
        let minimumRatios: [(StyleAttribute, Double)] = [
            (.bodyTextColor, 4.5), (.headingTextColor, 4.5), (.captionTextColor, 4.5), (.buttonTextColor, 4.5),
            (.liveIndicatorColor, 4.5), (.iconTintColor, 3), (.sliderProgressColor, 3),
            (.sliderSecondaryProgressColor, 3), (.sliderUnseekableProgressColor, 3), (.volumeSliderThumbTintColor, 3),
            (.volumeSliderMinimumTrackTintColor, 3), (.volumeSliderMaximumTrackTintColor, 3),
        ]
        for (theme, shade) in [("light", \ThemeColor.light), ("dark", \ThemeColor.dark)] {
            var scrim = background[keyPath: shade]
            #expect(scrim.alpha == 1)
            scrim.alpha = StyleTree<StyleValue>.scrimOpacity
            let behind = [
                ("nothing", background[keyPath: shade]), ("black", scrim.over(.init(0x000000))),
                ("white", scrim.over(.init(0xFFFFFF))), ("red", scrim.over(.init(0xFF0000))),
                ("its own color", scrim.over(.init(0x1A73E8))),
            ]
            for (attribute, ratio) in minimumRatios {
                let shown = try #require(color(style, attribute, node))[keyPath: shade]
                for (picture, below) in behind {
                    let found = shown.contrast(with: below)
                    #expect(found >= ratio, "\(attribute) in \(theme) over \(picture): \(found)")
                }
            }
            let tooltip = try #require(color(style, .sliderTooltipBackgroundColor, node))[keyPath: shade]
            #expect(background[keyPath: shade].contrast(with: tooltip) >= 4.5, "the time over the thumb")
        }
    }

    @Test("A half-transparent color is mixed with the color below, and an opaque one hides it")
    func over() {
        let white = ThemeColor.Shade(0xFFFFFF, alpha: 0.5)
        #expect(white.over(.init(0x000000)) == .init(0x808080))
        #expect(ThemeColor.Shade(0x123456).over(.init(0xFFFFFF)) == .init(0x123456))
        #expect(ThemeColor.Shade(0x123456, alpha: 0).over(.init(0xABCDEF)) == .init(0xABCDEF))
    }

    @Test("The contrast ratio is that of WCAG: 21 for black on white, 4.54 for the lightest readable gray on white")
    func contrastFormula() {
        let white = ThemeColor.Shade(0xFFFFFF)
        #expect(abs(white.contrast(with: .init(0)) - 21) < 1e-9)
        #expect(abs(white.contrast(with: white) - 1) < 1e-9)
        #expect(abs(white.contrast(with: .init(0x767676)) - 4.54) < 0.005)
    }
}
