// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
import CastMediaProbe
import Foundation

/// A builder for an SVG document. Numbers are rounded to two decimal places and all text is escaped.
struct SVGPage {
    private(set) var body = ""
    private var definitions = ""
    private var names = 0

    func text(size: CGSize) -> String {
        let (width, height) = (Self.number(size.width), Self.number(size.height))
        let defs = definitions.isEmpty ? "" : "<defs>\(definitions)</defs>\n"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)">
            \(defs)\(body)</svg>

            """
    }

    // MARK: Groups

    mutating func open(_ attributes: [(String, String?)]) { body += "<g\(Self.list(attributes))>\n" }

    mutating func close() { body += "</g>\n" }

    // MARK: Shapes

    mutating func rectangle(_ rect: CGRect, radius: CGFloat = 0, fill: UIColor.Components) {
        guard rect.width > 0, rect.height > 0, fill.alpha > 0 else { return }
        body += "<rect\(Self.list(Self.place(rect) + Self.corners(radius, rect) + Self.paint("fill", fill)))/>\n"
    }

    mutating func border(_ rect: CGRect, radius: CGFloat, width: CGFloat, color: UIColor.Components) {
        let inner = rect.insetBy(dx: width / 2, dy: width / 2)
        body += "<rect"
        body += Self.list(
            Self.place(inner) + Self.corners(max(0, radius - width / 2), inner) + [("fill", "none")]
                + Self.paint("stroke", color) + [("stroke-width", Self.number(width))]
        )
        body += "/>\n"
    }

    mutating func circle(_ center: CGPoint, _ radius: CGFloat, fill: UIColor.Components) {
        body += "<circle"
        body += Self.list(
            [("cx", Self.number(center.x)), ("cy", Self.number(center.y)), ("r", Self.number(radius))]
                + Self.paint("fill", fill)
        )
        body += "/>\n"
    }

    mutating func path(_ shape: Sketch.Shape, fill: UIColor.Components) {
        body += "<path"
        body += Self.list(
            [("d", Self.data(shape.steps)), ("fill-rule", shape.isEvenOdd ? "evenodd" : nil)] + Self.paint("fill", fill)
        )
        body += "/>\n"
    }

    mutating func path(_ shape: Sketch.Shape, stroke: UIColor.Components, _ line: Sketch.Line) {
        let caps: [CGLineCap: String] = [.butt: "butt", .round: "round", .square: "square"]
        let joins: [CGLineJoin: String] = [.miter: "miter", .round: "round", .bevel: "bevel"]
        body += "<path"
        body += Self.list(
            [("d", Self.data(shape.steps)), ("fill", "none")] + Self.paint("stroke", stroke)
                + [
                    ("stroke-width", Self.number(line.width)), ("stroke-linecap", caps[line.cap]),
                    ("stroke-linejoin", joins[line.join]),
                ]
        )
        body += "/>\n"
    }

    // MARK: Text

    /// Adds one line of text and stretches it to the width that layout assumed.
    mutating func line(
        _ text: String,
        _ font: UIFont,
        _ color: UIColor.Components,
        baseline: CGPoint,
        anchor: String = "start"
    ) {
        guard !text.isEmpty else { return }
        let runsLeft = text.unicodeScalars.contains { (0x0590...0x08FF).contains($0.value) }
        body += "<text"
        body += Self.list(
            [
                ("x", Self.number(baseline.x)), ("y", Self.number(baseline.y)),
                ("text-anchor", anchor == "start" ? nil : anchor),
                ("font-family", "-apple-system, system-ui, 'DejaVu Sans', sans-serif"),
                ("font-size", Self.number(font.pointSize)),
                ("font-weight", Self.weight(font.face.weight)),
                ("font-style", font.face.isItalic ? "italic" : nil),
                // Browsers cut letters off when they stretch text that runs from right to left.
                ("textLength", runsLeft ? nil : Self.number(TextMeasure.width(text, font))),
                ("lengthAdjust", runsLeft ? nil : "spacingAndGlyphs"),
            ] + Self.paint("fill", color)
        )
        body += ">\(Self.escaped(text))</text>\n"
    }

    // MARK: Images

    mutating func drawImage(_ image: UIImage, in rect: CGRect, tint: UIColor.Components?) {
        guard rect.width > 0, rect.height > 0 else { return }
        switch image.content {
        case .empty: break
        case .file(let data, let header):
            let filter = tint.map { define(tint: $0) }
            let address = "data:image/\(header.format.rawValue);base64,\(data.base64EncodedString())"
            body += "<image"
            body += Self.list(
                Self.place(rect) + [
                    ("preserveAspectRatio", "none"), ("filter", filter.map { "url(#\($0))" }), ("href", address),
                ]
            )
            body += "/>\n"
        case .sketch(let sketch):
            guard image.size.width > 0, image.size.height > 0 else { return }
            let scale = CGAffineTransform(
                scaleX: rect.width / image.size.width,
                y: rect.height / image.size.height
            ).concatenating(CGAffineTransform(translationX: rect.minX, y: rect.minY))
            open([("transform", Self.matrix(scale))])
            draw(sketch, tint: tint)
            close()
        }
    }

    mutating func draw(_ sketch: Sketch, tint: UIColor.Components? = nil) {
        for entry in sketch.entries {
            for clip in entry.clips { open([("clip-path", "url(#\(define(clip: Self.data(clip.steps))))")]) }
            func inked(_ color: UIColor.Components) -> UIColor.Components {
                guard var ink = tint else { return color }
                // A template image contributes only its alpha.
                ink.alpha *= color.alpha
                return ink
            }
            switch entry.mark {
            case .fill(let shape, let color): path(shape, fill: inked(color))
            case .stroke(let shape, let line, let color): path(shape, stroke: inked(color), line)
            case .image(let image, let rect): drawImage(image, in: rect, tint: tint ?? Self.ownTint(of: image))
            case .text(let text, let font, let color, let baseline):
                line(text, font, inked(color), baseline: baseline)
            }
            for _ in entry.clips { close() }
        }
    }

    static func ownTint(of image: UIImage) -> UIColor.Components? { image.tint?.components(in: .current) }

    // MARK: Definitions

    mutating func define(clip data: String) -> String {
        define { "<clipPath id=\"\($0)\"><path d=\"\(data)\"/></clipPath>" }
    }

    mutating func define(clip rect: CGRect, radius: CGFloat) -> String {
        let shape = Self.list(Self.place(rect) + Self.corners(radius, rect))
        return define { "<clipPath id=\"\($0)\"><rect\(shape)/></clipPath>" }
    }

    private mutating func define(tint: UIColor.Components) -> String {
        let flood = Self.list(Self.paint("flood", tint).map { ($0 == "flood" ? "flood-color" : $0, $1) })
        return define {
            "<filter id=\"\($0)\"><feFlood\(flood)/><feComposite in2=\"SourceAlpha\" operator=\"in\"/></filter>"
        }
    }

    private mutating func define(_ body: (String) -> String) -> String {
        names += 1
        let name = "d\(names)"
        definitions += body(name)
        return name
    }

    // MARK: Formatting

    static func number(_ value: CGFloat) -> String {
        guard value.isFinite else { return "0" }
        let rounded = (Double(value) * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e9 ? String(Int(rounded)) : String(rounded)
    }

    static func matrix(_ transform: CGAffineTransform) -> String? {
        if transform.isIdentity { return nil }
        if (transform.a, transform.b, transform.c, transform.d) == (1, 0, 0, 1) {
            return "translate(\(number(transform.tx)) \(number(transform.ty)))"
        }
        // Two decimal places are too few for the scale factors of small icons.
        let parts = [transform.a, transform.b, transform.c, transform.d].map {
            String((Double($0) * 100_000).rounded() / 100_000)
        }
        return "matrix(\((parts + [number(transform.tx), number(transform.ty)]).joined(separator: " ")))"
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n": escaped += " "
            // XML does not allow these characters, even when escaped.
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func list(_ attributes: [(String, String?)]) -> String {
        attributes.compactMap { name, value in value.map { " \(name)=\"\(escaped($0))\"" } }.joined()
    }

    private static func place(_ rect: CGRect) -> [(String, String?)] {
        [
            ("x", number(rect.minX)), ("y", number(rect.minY)), ("width", number(rect.width)),
            ("height", number(rect.height)),
        ]
    }

    private static func corners(_ radius: CGFloat, _ rect: CGRect) -> [(String, String?)] {
        let radius = min(radius, rect.width / 2, rect.height / 2)
        return radius > 0 ? [("rx", number(radius))] : []
    }

    private static func paint(_ name: String, _ color: UIColor.Components) -> [(String, String?)] {
        func part(_ value: CGFloat) -> Int { value.isNaN ? 0 : Int((max(0, min(value, 1)) * 255).rounded()) }
        let alpha = color.alpha.isNaN ? 1 : max(0, min(color.alpha, 1))
        return [
            (name, "rgb(\(part(color.red)),\(part(color.green)),\(part(color.blue)))"),
            ("\(name)-opacity", alpha < 1 ? number(alpha) : nil),
        ]
    }

    private static func weight(_ weight: UIFont.Weight) -> String? {
        switch weight.rawValue {
        case ..<(-0.1): "300"
        case ..<0.1: nil
        case ..<0.27: "500"
        case ..<0.35: "600"
        default: "700"
        }
    }

    private static func data(_ steps: [UIBezierPath.Step]) -> String {
        func point(_ point: CGPoint) -> String { "\(number(point.x)) \(number(point.y))" }
        return steps.map { step in
            switch step {
            case .move(let place): "M\(point(place))"
            case .line(let place): "L\(point(place))"
            case .quad(let place, let control): "Q\(point(control)) \(point(place))"
            case .curve(let place, let first, let second): "C\(point(first)) \(point(second)) \(point(place))"
            case .close: "Z"
            }
        }.joined()
    }
}
#endif
