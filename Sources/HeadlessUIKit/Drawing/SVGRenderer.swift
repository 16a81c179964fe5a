// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
#if canImport(CoreGraphics)
import Foundation
#else
package import Foundation
#endif

/// A renderer that draws a view hierarchy as an SVG document.
///
/// Views are groups with `data-view` (the class), `data-id` (the accessibility identifier), `data-label` and
/// `data-value`, so that a test can find them in a browser. Text widths are estimates (``TextMeasure``); text is
/// stretched to its estimated width.
@MainActor
package struct SVGRenderer {
    private var page = SVGPage()

    /// Lays out a view and returns it, with its subviews, as an SVG document.
    ///
    /// - Parameter traits: Traits, such as light or dark, that override those of the view.
    package static func render(_ view: UIView, traits: UITraitCollection? = nil) -> String {
        view.layoutIfNeeded()
        var renderer = SVGRenderer()
        let traits = traits.map { UITraitCollection(traitsFrom: [view.traitCollection, $0]) } ?? view.traitCollection
        let before = UITraitCollection.current
        UITraitCollection.current = traits
        defer { UITraitCollection.current = before }
        // The root view is drawn at the origin, regardless of its frame.
        renderer.draw(view, CGAffineTransform(translationX: -view.bounds.minX, y: -view.bounds.minY), isRoot: true)
        return renderer.page.text(size: view.bounds.size)
    }

    private mutating func draw(_ view: UIView, _ transform: CGAffineTransform, isRoot: Bool) {
        guard isRoot || !view.isHidden, view.alpha > 0 else { return }
        let bounds = view.bounds
        let layer = view.layer
        page.open([
            ("data-view", "\(type(of: view))"),
            ("data-id", view.accessibilityIdentifier),
            ("data-label", view.isAccessibilityElement ? view.accessibilityLabel : nil),
            ("data-value", view.isAccessibilityElement ? view.accessibilityValue : nil),
            ("transform", SVGPage.matrix(transform)),
            ("opacity", view.alpha < 1 ? SVGPage.number(view.alpha) : nil),
        ])
        if layer.shadowOpacity > 0, layer.shadowRadius > 0 {
            shadow(bounds, layer)
        }
        if let background = view.backgroundColor {
            page.rectangle(bounds, radius: layer.cornerRadius, fill: background.now)
        }
        if view.clipsToBounds {
            page.open([("clip-path", "url(#\(page.define(clip: bounds, radius: layer.cornerRadius)))")])
        }
        let sketch = Canvas.record { _ in view.draw(bounds) }
        page.draw(sketch)
        content(of: view)
        for subview in view.subviews.inDrawingOrder { draw(subview, subview.toSuperview, isRoot: false) }
        if view.clipsToBounds { page.close() }
        if layer.borderWidth > 0 {
            let color = layer.borderColor.map { UIColor(cgColor: $0) } ?? .black
            page.border(bounds, radius: layer.cornerRadius, width: layer.borderWidth, color: color.now)
        }
        page.close()
    }

    /// Draws a shadow as a plain shape without blur.
    private mutating func shadow(_ bounds: CGRect, _ layer: CALayer) {
        var color = (layer.shadowColor.map { UIColor(cgColor: $0) } ?? .black).now
        color.alpha *= CGFloat(layer.shadowOpacity) / 2
        let place = bounds.offsetBy(dx: layer.shadowOffset.width, dy: layer.shadowOffset.height)
            .insetBy(dx: -layer.shadowRadius / 2, dy: -layer.shadowRadius / 2)
        page.rectangle(place, radius: layer.cornerRadius + layer.shadowRadius / 2, fill: color)
    }

    private mutating func content(of view: UIView) {
        switch view {
        case let view as UIImageView: image(view)
        case let view as UILabel: label(view)
        case let view as UITextView: textView(view)
        case let view as UISlider: slider(view)
        case let view as UISwitch: toggle(view)
        case let view as UIProgressView: progress(view)
        case let view as UIActivityIndicatorView: activity(view)
        case let view as UISegmentedControl: segments(view)
        case let view as UITableViewCell: cell(view)
        case let view as UIButton: background(view)
        default: break
        }
    }

    // MARK: Images

    private mutating func image(_ view: UIImageView) {
        let shown = view.isAnimating ? view.animationImages?.first : view.image
        guard let image = shown ?? view.image else { return }
        let isTemplate =
            image.renderingMode == .alwaysTemplate
            || (image.renderingMode == .automatic && (view.superview as? UIButton)?.buttonType == .system)
        let tint = SVGPage.ownTint(of: image) ?? (isTemplate ? view.tintColor.now : nil)
        page.drawImage(image, in: view.contentMode.place(image.size, in: view.bounds), tint: tint)
    }

    private mutating func background(_ button: UIButton) {
        guard let image = button.currentBackgroundImage else { return }
        page.drawImage(image, in: button.bounds, tint: SVGPage.ownTint(of: image))
    }

    // MARK: Text

    private mutating func label(_ label: UILabel) {
        guard let text = label.text, let font = label.font else { return }
        let lines = TextMeasure.lines(text, font, width: label.bounds.width, atMost: label.numberOfLines)
        let color = label.isHighlighted ? label.highlightedTextColor ?? label.textColor : label.textColor
        let top = label.bounds.midY - CGFloat(lines.count) * font.lineHeight / 2
        if let shadow = label.shadowColor {
            write(lines, font, shadow, label, top + label.shadowOffset.height, label.shadowOffset.width)
        }
        write(lines, font, color ?? .label, label, top, 0)
    }

    private mutating func write(
        _ lines: [String],
        _ font: UIFont,
        _ color: UIColor,
        _ label: UILabel,
        _ top: CGFloat,
        _ offset: CGFloat
    ) {
        let (x, anchor) = label.textAlignment.anchor(in: label.bounds, of: label)
        for (index, line) in lines.enumerated() {
            let y = top + CGFloat(index) * font.lineHeight + font.ascender
            page.line(line, font, color.now, baseline: CGPoint(x: x + offset, y: y), anchor: anchor)
        }
    }

    private mutating func textView(_ view: UITextView) {
        let font = view.font ?? .systemFont(ofSize: 12)
        let area = CGRect(origin: .zero, size: view.bounds.size).inset(by: view.textContainerInset)
            .insetBy(dx: 5, dy: 0)
        let (x, anchor) = view.textAlignment.anchor(in: area, of: view)
        let lines = TextMeasure.lines(view.text ?? "", font, width: area.width, atMost: 0)
        for (index, line) in lines.enumerated() {
            let y = area.minY + CGFloat(index) * font.lineHeight + font.ascender
            page.line(line, font, (view.textColor ?? .label).now, baseline: CGPoint(x: x, y: y), anchor: anchor)
        }
    }

    // MARK: Controls

    private mutating func slider(_ slider: UISlider) {
        let track = slider.trackRect(forBounds: slider.bounds)
        let thumb = slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: slider.value)
        let isReversed = slider.effectiveUserInterfaceLayoutDirection == .rightToLeft
        var done = track
        done.size.width = max(0, isReversed ? track.maxX - thumb.midX : thumb.midX - track.minX)
        if isReversed { done.origin.x = thumb.midX }
        page.rectangle(track, radius: 2, fill: (slider.maximumTrackTintColor ?? .systemGray4).now)
        page.rectangle(done, radius: 2, fill: (slider.minimumTrackTintColor ?? slider.tintColor).now)
        if let image = slider.currentThumbImage {
            page.drawImage(image, in: thumb, tint: slider.thumbTintColor?.now)
        } else {
            let middle = CGPoint(x: thumb.midX, y: thumb.midY)
            page.circle(middle, thumb.width / 2, fill: UIColor(white: 0, alpha: 0.15).now)
            page.circle(middle, thumb.width / 2 - 1, fill: (slider.thumbTintColor ?? .white).now)
        }
    }

    private mutating func toggle(_ toggle: UISwitch) {
        // A switch has a fixed size, independent of its bounds.
        let isReversed = toggle.effectiveUserInterfaceLayoutDirection == .rightToLeft
        let size = toggle.intrinsicContentSize
        let bounds = CGRect(
            x: isReversed ? toggle.bounds.maxX - size.width : toggle.bounds.minX,
            y: toggle.bounds.midY - size.height / 2,
            width: size.width,
            height: size.height
        )
        let fill = toggle.isOn ? toggle.onTintColor ?? .systemGreen : .systemGray4
        page.rectangle(bounds, radius: bounds.height / 2, fill: fill.now)
        let isRight = toggle.isOn != isReversed
        let reach = bounds.height / 2
        page.circle(
            CGPoint(x: isRight ? bounds.maxX - reach : bounds.minX + reach, y: bounds.midY),
            reach - 2,
            fill: (toggle.thumbTintColor ?? .white).now
        )
    }

    private mutating func progress(_ view: UIProgressView) {
        page.rectangle(
            view.bounds,
            radius: view.bounds.height / 2,
            fill: (view.trackTintColor ?? .systemGray5).now
        )
        var done = view.bounds
        done.size.width *= CGFloat(view.progress)
        if view.effectiveUserInterfaceLayoutDirection == .rightToLeft { done.origin.x = view.bounds.maxX - done.width }
        page.rectangle(done, radius: done.height / 2, fill: (view.progressTintColor ?? view.tintColor).now)
    }

    private mutating func activity(_ view: UIActivityIndicatorView) {
        guard view.isAnimating else { return }
        let (middle, reach) = (
            CGPoint(x: view.bounds.midX, y: view.bounds.midY), view.intrinsicContentSize.width / 2 - 2
        )
        for spoke in 0..<8 {
            let angle = Double(spoke) * .pi / 4
            var color = (view.color ?? .systemGray).now
            color.alpha *= 0.25 + 0.75 * CGFloat(spoke) / 7
            let place = CGPoint(x: middle.x + reach * CGFloat(sin(angle)), y: middle.y - reach * CGFloat(cos(angle)))
            page.circle(place, max(1.5, reach / 6), fill: color)
        }
    }

    private mutating func segments(_ control: UISegmentedControl) {
        let bounds = control.bounds
        page.rectangle(bounds, radius: 8, fill: UIColor.tertiarySystemFill.now)
        guard control.numberOfSegments > 0 else { return }
        let width = bounds.width / CGFloat(control.numberOfSegments)
        for index in 0..<control.numberOfSegments {
            let area = CGRect(
                x: bounds.minX + width * CGFloat(index),
                y: bounds.minY,
                width: width,
                height: bounds.height
            )
            if index == control.selectedSegmentIndex {
                page.rectangle(
                    area.insetBy(dx: 2, dy: 2),
                    radius: 7,
                    fill: (control.selectedSegmentTintColor ?? .systemBackground).now
                )
            }
            if let image = control.imageForSegment(at: index) {
                page.drawImage(
                    image,
                    in: UIView.ContentMode.center.place(image.size, in: area),
                    tint: control.tintColor.now
                )
            } else if let title = control.titleForSegment(at: index) {
                let font = UIFont.systemFont(
                    ofSize: 13,
                    weight: index == control.selectedSegmentIndex ? .semibold : .regular
                )
                page.line(
                    TextMeasure.cut(title, font, area.width),
                    font,
                    UIColor.label.now,
                    baseline: CGPoint(x: area.midX, y: area.midY + font.capHeight / 2),
                    anchor: "middle"
                )
            }
        }
    }

    private mutating func cell(_ cell: UITableViewCell) {
        if cell.isSelected, cell.selectionStyle != .none {
            page.rectangle(cell.bounds, fill: UIColor.systemGray4.now)
        }
        guard let table = cell.table, table.separatorStyle == .singleLine else { return }
        let line = CGRect(
            x: cell.bounds.minX + table.separatorInset.left,
            y: cell.bounds.maxY - 0.5,
            width: max(0, cell.bounds.width - table.separatorInset.left - table.separatorInset.right),
            height: 0.5
        )
        page.rectangle(line, fill: (table.separatorColor ?? .separator).now)
    }
}

extension UIColor {
    fileprivate var now: Components { components(in: .current) }
}

extension [UIView] {
    /// The views from back to front: in the order of `zPosition`, then in the order in which they were added.
    @MainActor
    fileprivate var inDrawingOrder: [UIView] {
        guard contains(where: { $0.layer.zPosition != 0 }) else { return self }
        let ordered = enumerated().sorted {
            ($0.element.layer.zPosition, $0.offset) < ($1.element.layer.zPosition, $1.offset)
        }
        return ordered.map(\.element)
    }
}

extension NSTextAlignment {
    @MainActor
    fileprivate func anchor(in area: CGRect, of view: UIView) -> (CGFloat, String) {
        let isReversed = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
        switch self {
        case .center: return (area.midX, "middle")
        case .right: return (area.maxX, "end")
        case .left: return (area.minX, "start")
        case .natural, .justified: return isReversed ? (area.maxX, "end") : (area.minX, "start")
        }
    }
}

extension UIView.ContentMode {
    /// Returns the frame of content of the given size within an area.
    package func place(_ size: CGSize, in area: CGRect) -> CGRect {
        guard size.width > 0, size.height > 0 else { return .zero }
        let (across, down) = (area.width / size.width, area.height / size.height)
        switch self {
        case .scaleToFill, .redraw: return area
        case .scaleAspectFit: return Self.middle(size, min(across, down), area)
        case .scaleAspectFill: return Self.middle(size, max(across, down), area)
        case .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight:
            var place = Self.middle(size, 1, area)
            if [.left, .topLeft, .bottomLeft].contains(self) { place.origin.x = area.minX }
            if [.right, .topRight, .bottomRight].contains(self) { place.origin.x = area.maxX - size.width }
            if [.top, .topLeft, .topRight].contains(self) { place.origin.y = area.minY }
            if [.bottom, .bottomLeft, .bottomRight].contains(self) { place.origin.y = area.maxY - size.height }
            return place
        }
    }

    private static func middle(_ size: CGSize, _ scale: CGFloat, _ area: CGRect) -> CGRect {
        let (width, height) = (size.width * scale, size.height * scale)
        return CGRect(x: area.midX - width / 2, y: area.midY - height / 2, width: width, height: height)
    }
}
#endif
