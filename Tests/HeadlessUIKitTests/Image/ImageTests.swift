// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@Suite("Images and colors")
struct ImageTests {
    private static let png =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAADklEQVR4nGNgYGD4DwQABgEBAKZFcqoAAAAASUVORK5CYII="
        ) ?? Data()

    @Test("The size of an image is read from its header, for all formats")
    func sizes() throws {
        let png = try #require(UIImage(data: Self.png))
        #expect(png.size == CGSize(width: 2, height: 3))
        #expect(png.pngData() == Self.png)
        #expect(png.jpegData(compressionQuality: 1) == nil)
        let half = try #require(UIImage(data: Self.png, scale: 2))
        #expect(half.size == CGSize(width: 1, height: 1.5))
        let jpeg: [UInt8] =
            [
                0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0x01, 0x00, 0x02, 0x00, 1, 1, 0x11, 0, 0xFF,
                0xD9,
            ]
        #expect(UIImage(data: Data(jpeg))?.size == CGSize(width: 512, height: 256))
        let gif = Array("GIF89a".utf8) + [0x10, 0, 0x20, 0, 0, 0, 0]
        #expect(UIImage(data: Data(gif))?.size == CGSize(width: 16, height: 32))
        var webP = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
        webP += [63, 0, 0, 31, 0, 0]
        #expect(UIImage(data: Data(webP))?.size == CGSize(width: 64, height: 32))
    }

    @Test("Data that is not an image or has no size is refused")
    func refuses() {
        #expect(UIImage(data: Data()) == nil)
        #expect(UIImage(data: Data("<svg onload=\"x\"/>".utf8)) == nil)
        #expect(UIImage(data: Data([0xFF, 0xD8, 0xFF])) == nil)
        #expect(UIImage(data: Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0])) == nil)
        for length in 0..<Self.png.count { _ = UIImage(data: Self.png.prefix(length)) }
        #expect(UIImage(data: Self.png.prefix(20)) == nil)
    }

    @Test("A drawn image records its drawing commands and is not changed by tint and rendering mode")
    func drawn() {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24)).image { context in
            UIColor.red.setFill()
            UIBezierPath(ovalIn: CGRect(x: 2, y: 2, width: 20, height: 20)).fill()
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
        }
        guard case .sketch(let sketch) = image.content else {
            Issue.record("no sketch")
            return
        }
        #expect(sketch.entries.count == 2)
        let template = image.withRenderingMode(.alwaysTemplate)
        #expect(template.renderingMode == .alwaysTemplate)
        #expect(image.renderingMode == .automatic)
        #expect(template.withTintColor(.green).tint == .green)
        #expect(template.size == CGSize(width: 24, height: 24))
        UIBezierPath(rect: .zero).fill()
    }

    @Test("The bounds of a path contain all of it, arcs included")
    func paths() {
        let arc = UIBezierPath(
            arcCenter: CGPoint(x: 10, y: 10),
            radius: 5,
            startAngle: 0,
            endAngle: .pi,
            clockwise: true
        )
        #expect(abs(arc.bounds.minX - 5) < 0.01 && abs(arc.bounds.maxX - 15) < 0.01)
        #expect(abs(arc.currentPoint.x - 5) < 0.01)
        let path = UIBezierPath(rect: CGRect(x: 1, y: 2, width: 3, height: 4))
        path.apply(CGAffineTransform(scaleX: 2, y: 2))
        #expect(path.bounds == CGRect(x: 2, y: 4, width: 6, height: 8))
    }

    @Test("Color components round-trip through initializers and getters")
    func colors() {
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        #expect(
            UIColor(hue: 1 / 3, saturation: 1, brightness: 1, alpha: 0.5).getRed(
                &red,
                green: &green,
                blue: &blue,
                alpha: &alpha
            )
        )
        #expect([red, green, blue, alpha].map { ($0 * 1000).rounded() } == [0, 1000, 0, 500])
        var (hue, saturation, brightness): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        UIColor(red: 0, green: 0, blue: 0.5, alpha: 1).getHue(
            &hue,
            saturation: &saturation,
            brightness: &brightness,
            alpha: nil
        )
        #expect(abs(hue - 2 / 3) < 0.001 && saturation == 1 && brightness == 0.5)
        #expect(UIColor.gray.getWhite(&red, alpha: nil) && red == 0.5)
        #expect(!UIColor.red.getWhite(&red, alpha: nil))
        #expect(UIColor.red.withAlphaComponent(0.2).cgColor.alpha == 0.2)
        #expect(UIColor(cgColor: CGColor(gray: 0.25, alpha: 1)) == UIColor(white: 0.25, alpha: 1))
    }

    @Test("A dynamic color remains dynamic when its alpha changes")
    func dynamicColors() {
        let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }.withAlphaComponent(0.5)
        let (dark, light) = (
            UITraitCollection(userInterfaceStyle: .dark), UITraitCollection(userInterfaceStyle: .light)
        )
        #expect(color.resolvedColor(with: dark) == UIColor(white: 1, alpha: 0.5))
        #expect(color.resolvedColor(with: light) == UIColor(white: 0, alpha: 0.5))
    }

    @Test("Font sizes follow the preferred content size category")
    func fonts() {
        let large = UITraitCollection(preferredContentSizeCategory: .accessibilityLarge)
        #expect(UIFont.preferredFont(forTextStyle: .body).pointSize == 17)
        #expect(UIFont.preferredFont(forTextStyle: .body, compatibleWith: large).pointSize == 33)
        let own = UIFont.systemFont(ofSize: 10, weight: .bold)
        #expect(UIFontMetrics.default.scaledFont(for: own, compatibleWith: large) == own.withSize(19))
    }
}
#endif
