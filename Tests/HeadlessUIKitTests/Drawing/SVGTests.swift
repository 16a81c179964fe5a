// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import Foundation
import HeadlessUIKit
import Testing

@MainActor
@Suite("Views as SVG")
struct SVGTests {
    @Test("A view is drawn as a rectangle with its color and position; hidden views are not drawn")
    func rectangles() {
        let root = UIView(frame: CGRect(x: 30, y: 30, width: 100, height: 50))
        root.backgroundColor = .white
        let (shown, hidden) = (UIView(frame: CGRect(x: 10, y: 5, width: 20, height: 20)), UIView(frame: root.bounds))
        shown.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        shown.layer.cornerRadius = 4
        shown.accessibilityIdentifier = "box"
        hidden.backgroundColor = .green
        hidden.isHidden = true
        root.addSubview(shown)
        root.addSubview(hidden)
        let svg = SVGRenderer.render(root)
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\""))
        #expect(svg.contains("<g data-view=\"UIView\" data-id=\"box\" transform=\"translate(10 5)\">"))
        #expect(svg.contains("width=\"20\" height=\"20\" rx=\"4\" fill=\"rgb(255,0,0)\" fill-opacity=\"0.5\""))
        #expect(!svg.contains("rgb(0,255,0)"))
    }

    @Test("Text is escaped")
    func text() throws {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 4000, height: 20))
        label.text = "<script>alert(\"1\")</script> & \u{0} \u{202E}\u{1F600}"
        let svg = SVGRenderer.render(label)
        #expect(!svg.contains("<script"))
        #expect(svg.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp;  \u{202E}\u{1F600}</text>"))
        #expect(!svg.contains("\u{0}"))
    }

    @Test("10,000 characters are truncated to one line with an ellipsis")
    func longText() {
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
        label.text = String(repeating: "word ", count: 2000)
        let svg = SVGRenderer.render(label)
        #expect(svg.contains("\u{2026}</text>"))
        let drawn = svg.split(separator: "<text").dropFirst().first.map { $0.prefix { $0 != "<" } } ?? ""
        #expect(drawn.count < 400)
    }

    @Test("A template image has the tint color and its own alpha")
    func templates() {
        let image = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24)).image { _ in
            UIColor.black.withAlphaComponent(0.5).setFill()
            UIBezierPath(rect: CGRect(x: 0, y: 0, width: 24, height: 24)).fill()
        }
        let view = UIImageView(image: image.withRenderingMode(.alwaysTemplate))
        view.tintColor = .red
        #expect(SVGRenderer.render(view).contains("fill=\"rgb(255,0,0)\" fill-opacity=\"0.5\""))
        view.image = image
        #expect(SVGRenderer.render(view).contains("fill=\"rgb(0,0,0)\" fill-opacity=\"0.5\""))
    }

    @Test("An image file is embedded and positioned by the content mode")
    func pictures() throws {
        let gif = Array("GIF89a".utf8) + [0x10, 0, 0x20, 0, 0, 0, 0]
        let view = UIImageView(frame: CGRect(x: 0, y: 0, width: 64, height: 64))
        view.image = UIImage(data: Data(gif))
        view.contentMode = .scaleAspectFit
        let svg = SVGRenderer.render(view)
        #expect(svg.contains("<image x=\"16\" y=\"0\" width=\"32\" height=\"64\""))
        #expect(svg.contains("href=\"data:image/gif;base64,\(Data(gif).base64EncodedString())\""))
        #expect(UIView.ContentMode.scaleAspectFill.place(CGSize(width: 16, height: 32), in: view.bounds).height == 128)
        #expect(
            UIView.ContentMode.bottomRight.place(CGSize(width: 4, height: 4), in: view.bounds).origin
                == CGPoint(x: 60, y: 60)
        )
    }

    @Test("Controls show their values")
    func controls() {
        let stack = UIView(frame: CGRect(x: 0, y: 0, width: 204, height: 100))
        let slider = UISlider(frame: CGRect(x: 0, y: 0, width: 204, height: 34))
        (slider.value, slider.minimumTrackTintColor) = (0.5, .red)
        let progress = UIProgressView(frame: CGRect(x: 0, y: 50, width: 200, height: 4))
        (progress.progress, progress.progressTintColor) = (0.25, .green)
        let toggle = UISwitch(frame: CGRect(x: 0, y: 60, width: 51, height: 31))
        toggle.isOn = true
        for view in [slider, progress, toggle] { stack.addSubview(view) }
        let svg = SVGRenderer.render(stack)
        #expect(svg.contains("width=\"100\" height=\"4\" rx=\"2\" fill=\"rgb(255,0,0)\""))
        #expect(svg.contains("width=\"50\" height=\"4\" rx=\"2\" fill=\"rgb(0,255,0)\""))
        #expect(svg.contains("cx=\"35.5\""))
        #expect(svg.contains("data-value=\"50%\""))
    }

    @Test("A view can be drawn in light and in dark style")
    func interfaceStyles() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        view.backgroundColor = .systemBackground
        #expect(SVGRenderer.render(view).contains("rgb(255,255,255)"))
        #expect(SVGRenderer.render(view, traits: UITraitCollection(userInterfaceStyle: .dark)).contains("rgb(0,0,0)"))
    }

    @Test("The custom drawing of a view is included")
    func ownDrawing() {
        final class Dot: UIView {
            override func draw(_ rect: CGRect) {
                UIColor.blue.setFill()
                UIBezierPath(ovalIn: rect).fill()
            }
        }
        let svg = SVGRenderer.render(Dot(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        #expect(svg.contains("<path d=\"M5 0"))
        #expect(svg.contains("rgb(0,0,255)"))
    }
}
#endif
