// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation

extension UIColor {
    public class var black: UIColor { UIColor(white: 0, alpha: 1) }
    public class var darkGray: UIColor { UIColor(white: 1 / 3, alpha: 1) }
    public class var lightGray: UIColor { UIColor(white: 2 / 3, alpha: 1) }
    public class var white: UIColor { UIColor(white: 1, alpha: 1) }
    public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    public class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
    public class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
    public class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
    public class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
    public class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
    public class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    public class var clear: UIColor { UIColor(white: 0, alpha: 0) }

    public class var systemRed: UIColor { system(0xFF3B30, 0xFF453A) }
    public class var systemGreen: UIColor { system(0x34C759, 0x30D158) }
    public class var systemBlue: UIColor { system(0x007AFF, 0x0A84FF) }
    public class var systemOrange: UIColor { system(0xFF9500, 0xFF9F0A) }
    public class var systemYellow: UIColor { system(0xFFCC00, 0xFFD60A) }
    public class var systemPink: UIColor { system(0xFF2D55, 0xFF375F) }
    public class var systemPurple: UIColor { system(0xAF52DE, 0xBF5AF2) }
    public class var systemTeal: UIColor { system(0x30B0C7, 0x40C8E0) }
    public class var systemIndigo: UIColor { system(0x5856D6, 0x5E5CE6) }
    public class var systemGray: UIColor { system(0x8E8E93, 0x8E8E93) }
    public class var systemGray2: UIColor { system(0xAEAEB2, 0x636366) }
    public class var systemGray3: UIColor { system(0xC7C7CC, 0x48484A) }
    public class var systemGray4: UIColor { system(0xD1D1D6, 0x3A3A3C) }
    public class var systemGray5: UIColor { system(0xE5E5EA, 0x2C2C2E) }
    public class var systemGray6: UIColor { system(0xF2F2F7, 0x1C1C1E) }

    public class var label: UIColor { system(0x000000, 0xFFFFFF) }
    public class var secondaryLabel: UIColor { system(0x3C3C43, 0xEBEBF5, alpha: 0.6, 0.6) }
    public class var tertiaryLabel: UIColor { system(0x3C3C43, 0xEBEBF5, alpha: 0.3, 0.3) }
    public class var quaternaryLabel: UIColor { system(0x3C3C43, 0xEBEBF5, alpha: 0.18, 0.16) }
    public class var link: UIColor { system(0x007AFF, 0x0984FF) }
    public class var placeholderText: UIColor { system(0x3C3C43, 0xEBEBF5, alpha: 0.3, 0.3) }
    public class var separator: UIColor { system(0x3C3C43, 0x545458, alpha: 0.29, 0.6) }
    public class var opaqueSeparator: UIColor { system(0xC6C6C8, 0x38383A) }
    public class var systemBackground: UIColor { system(0xFFFFFF, 0x000000) }
    public class var secondarySystemBackground: UIColor { system(0xF2F2F7, 0x1C1C1E) }
    public class var tertiarySystemBackground: UIColor { system(0xFFFFFF, 0x2C2C2E) }
    public class var systemGroupedBackground: UIColor { system(0xF2F2F7, 0x000000) }
    public class var secondarySystemGroupedBackground: UIColor { system(0xFFFFFF, 0x1C1C1E) }
    public class var systemFill: UIColor { system(0x787880, 0x787880, alpha: 0.2, 0.36) }
    public class var secondarySystemFill: UIColor { system(0x787880, 0x787880, alpha: 0.16, 0.32) }
    public class var tertiarySystemFill: UIColor { system(0x767680, 0x767680, alpha: 0.12, 0.24) }

    private static func system(
        _ light: Int,
        _ dark: Int,
        alpha lightAlpha: CGFloat = 1,
        _ darkAlpha: CGFloat = 1
    )
        -> UIColor
    {
        UIColor(light: Components(code: light, alpha: lightAlpha), dark: Components(code: dark, alpha: darkAlpha))
    }
}

extension UIColor.Components {
    fileprivate init(code: Int, alpha: CGFloat) {
        self.init(
            red: CGFloat(code >> 16 & 0xFF) / 255,
            green: CGFloat(code >> 8 & 0xFF) / 255,
            blue: CGFloat(code & 0xFF) / 255,
            alpha: alpha
        )
    }
}
#endif
