// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// A path that consists of lines and Bézier curves.
open class UIBezierPath: NSObject, NSCopying {
    package enum Step: Equatable, Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case quad(CGPoint, control: CGPoint)
        case curve(CGPoint, CGPoint, control: CGPoint)
        case close
    }

    package private(set) var steps: [Step] = []
    open private(set) var currentPoint: CGPoint = .zero
    open var lineWidth: CGFloat = 1
    open var lineCapStyle = CGLineCap.butt
    open var lineJoinStyle = CGLineJoin.miter
    open var miterLimit: CGFloat = 10
    open var usesEvenOddFillRule = false

    /// The distance of the control points that makes a cubic curve approximate a quarter circle of radius 1.
    private static let arcFactor: CGFloat = 0.552_284_749_831

    public override init() { super.init() }

    public convenience init(rect: CGRect) {
        self.init()
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        close()
    }

    public convenience init(ovalIn rect: CGRect) {
        self.init()
        addCorners(of: rect, radii: CGSize(width: rect.width / 2, height: rect.height / 2), corners: .allCorners)
    }

    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            roundedRect: rect,
            byRoundingCorners: .allCorners,
            cornerRadii: CGSize(width: cornerRadius, height: cornerRadius)
        )
    }

    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init()
        let radii = CGSize(
            width: min(max(cornerRadii.width, 0), rect.width / 2),
            height: min(max(cornerRadii.height, 0), rect.height / 2)
        )
        addCorners(of: rect, radii: radii, corners: corners)
    }

    public convenience init(
        arcCenter center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    private func addCorners(of rect: CGRect, radii: CGSize, corners: UIRectCorner) {
        func radius(_ corner: UIRectCorner) -> CGSize { corners.contains(corner) ? radii : .zero }
        let (topLeft, topRight) = (radius(.topLeft), radius(.topRight))
        let (bottomLeft, bottomRight) = (radius(.bottomLeft), radius(.bottomRight))
        let rest = 1 - Self.arcFactor
        move(to: CGPoint(x: rect.minX + topLeft.width, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX - topRight.width, y: rect.minY))
        addCurve(
            to: CGPoint(x: rect.maxX, y: rect.minY + topRight.height),
            controlPoint1: CGPoint(x: rect.maxX - topRight.width * rest, y: rect.minY),
            controlPoint2: CGPoint(x: rect.maxX, y: rect.minY + topRight.height * rest)
        )
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY - bottomRight.height))
        addCurve(
            to: CGPoint(x: rect.maxX - bottomRight.width, y: rect.maxY),
            controlPoint1: CGPoint(x: rect.maxX, y: rect.maxY - bottomRight.height * rest),
            controlPoint2: CGPoint(x: rect.maxX - bottomRight.width * rest, y: rect.maxY)
        )
        addLine(to: CGPoint(x: rect.minX + bottomLeft.width, y: rect.maxY))
        addCurve(
            to: CGPoint(x: rect.minX, y: rect.maxY - bottomLeft.height),
            controlPoint1: CGPoint(x: rect.minX + bottomLeft.width * rest, y: rect.maxY),
            controlPoint2: CGPoint(x: rect.minX, y: rect.maxY - bottomLeft.height * rest)
        )
        addLine(to: CGPoint(x: rect.minX, y: rect.minY + topLeft.height))
        addCurve(
            to: CGPoint(x: rect.minX + topLeft.width, y: rect.minY),
            controlPoint1: CGPoint(x: rect.minX, y: rect.minY + topLeft.height * rest),
            controlPoint2: CGPoint(x: rect.minX + topLeft.width * rest, y: rect.minY)
        )
        close()
    }

    open func move(to point: CGPoint) {
        steps.append(.move(point))
        currentPoint = point
    }

    open func addLine(to point: CGPoint) {
        steps.append(.line(point))
        currentPoint = point
    }

    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        steps.append(.curve(endPoint, controlPoint1, control: controlPoint2))
        currentPoint = endPoint
    }

    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        steps.append(.quad(endPoint, control: controlPoint))
        currentPoint = endPoint
    }

    /// Adds an arc, preceded by a line from the current point if the path is not empty.
    ///
    /// Angles are in radians. They start at the positive x axis and grow clockwise, because the y axis points down.
    open func addArc(
        withCenter center: CGPoint,
        radius: CGFloat,
        startAngle: CGFloat,
        endAngle: CGFloat,
        clockwise: Bool
    ) {
        let full = 2 * CGFloat.pi
        var sweep = endAngle - startAngle
        if clockwise {
            if sweep < 0 { sweep = sweep.truncatingRemainder(dividingBy: full) + full }
            sweep = min(sweep, full)
        } else {
            if sweep > 0 { sweep = sweep.truncatingRemainder(dividingBy: full) - full }
            sweep = max(sweep, -full)
        }
        func point(_ angle: CGFloat) -> CGPoint {
            CGPoint(
                x: center.x + radius * CGFloat(cos(Double(angle))),
                y: center.y + radius * CGFloat(sin(Double(angle)))
            )
        }
        if steps.isEmpty { move(to: point(startAngle)) } else { addLine(to: point(startAngle)) }
        let pieces = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
        let part = sweep / CGFloat(pieces)
        let reach = radius * 4 / 3 * CGFloat(tan(Double(part) / 4))
        for piece in 0..<pieces {
            let (from, to) = (startAngle + part * CGFloat(piece), startAngle + part * CGFloat(piece + 1))
            let (first, last) = (point(from), point(to))
            addCurve(
                to: last,
                controlPoint1: CGPoint(
                    x: first.x - reach * CGFloat(sin(Double(from))),
                    y: first.y + reach * CGFloat(cos(Double(from)))
                ),
                controlPoint2: CGPoint(
                    x: last.x + reach * CGFloat(sin(Double(to))),
                    y: last.y - reach * CGFloat(cos(Double(to)))
                )
            )
        }
    }

    open func close() { steps.append(.close) }

    open func removeAllPoints() {
        steps = []
        currentPoint = .zero
    }

    open func append(_ bezierPath: UIBezierPath) {
        steps += bezierPath.steps
        currentPoint = bezierPath.currentPoint
    }

    open func apply(_ transform: CGAffineTransform) {
        steps = steps.map { step in
            switch step {
            case .move(let point): .move(point.applying(transform))
            case .line(let point): .line(point.applying(transform))
            case .quad(let point, let control): .quad(point.applying(transform), control: control.applying(transform))
            case .curve(let point, let first, let second):
                .curve(point.applying(transform), first.applying(transform), control: second.applying(transform))
            case .close: .close
            }
        }
        currentPoint = currentPoint.applying(transform)
    }

    open var isEmpty: Bool { steps.isEmpty }

    /// The smallest rectangle that contains all points of the path, control points included; `null` if it is empty.
    open var bounds: CGRect {
        let points = steps.flatMap { step -> [CGPoint] in
            switch step {
            case .move(let point), .line(let point): [point]
            case .quad(let point, let control): [point, control]
            case .curve(let point, let first, let second): [point, first, second]
            case .close: []
            }
        }
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
        else { return .null }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Fills the path in the current canvas with its fill color.
    open func fill() { Canvas.current?.fill(self) }

    /// Strokes the path in the current canvas with its stroke color.
    open func stroke() { Canvas.current?.stroke(self) }

    /// Intersects the clipping area of the current canvas with the path.
    open func addClip() { Canvas.current?.clip(self) }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = UIBezierPath()
        copy.steps = steps
        copy.currentPoint = currentPoint
        copy.lineWidth = lineWidth
        copy.lineCapStyle = lineCapStyle
        copy.lineJoinStyle = lineJoinStyle
        copy.miterLimit = miterLimit
        copy.usesEvenOddFillRule = usesEvenOddFillRule
        return copy
    }
}
#endif

#if !canImport(CoreGraphics)
/// The style of the joint between two stroked lines.
public enum CGLineJoin: Int32, Sendable {
    case miter = 0
    case round = 1
    case bevel = 2
}
#endif

#if !canImport(CoreGraphics)
/// The style of the ends of a stroked line.
public enum CGLineCap: Int32, Sendable {
    case butt = 0
    case round = 1
    case square = 2
}
#endif
