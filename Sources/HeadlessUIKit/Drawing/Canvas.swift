// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
#if canImport(CoreGraphics)
import Foundation
#else
package import Foundation
#endif

/// A recorder of drawing commands. It is confined to one thread.
package final class Canvas {
    private struct State {
        var fill = UIColor.Components(red: 0, green: 0, blue: 0, alpha: 1)
        var stroke = UIColor.Components(red: 0, green: 0, blue: 0, alpha: 1)
        var clips: [Sketch.Shape] = []
        var transform = CGAffineTransform.identity
    }

    package private(set) var sketch = Sketch()
    private var state = State()
    private var saved: [State] = []

    package init() {}

    /// The canvas into which this thread currently draws, or `nil` outside of drawing.
    package static var current: Canvas? { Thread.current.threadDictionary[key] as? Canvas }

    private static let key = "HeadlessUIKit.Canvas"

    /// Makes a new canvas current while `body` runs and returns the recorded commands.
    package static func record(_ body: (Canvas) -> Void) -> Sketch {
        let canvas = Canvas()
        let before = current
        Thread.current.threadDictionary[key] = canvas
        body(canvas)
        Thread.current.threadDictionary[key] = before
        return canvas.sketch
    }

    func setFill(_ color: UIColor) { state.fill = color.components(in: .current) }

    func setStroke(_ color: UIColor) { state.stroke = color.components(in: .current) }

    func fill(_ path: UIBezierPath) { add(.fill(shape(path), state.fill)) }

    func stroke(_ path: UIBezierPath) {
        let line = Sketch.Line(width: path.lineWidth, cap: path.lineCapStyle, join: path.lineJoinStyle)
        add(.stroke(shape(path), line, state.stroke))
    }

    func clip(_ path: UIBezierPath) { state.clips.append(shape(path)) }

    func draw(_ image: UIImage, in rect: CGRect) { add(.image(image, rect.applying(state.transform))) }

    func draw(_ text: String, _ font: UIFont, _ color: UIColor, at point: CGPoint) {
        let baseline = CGPoint(x: point.x, y: point.y + font.ascender).applying(state.transform)
        add(.text(text, font, color.components(in: .current), baseline: baseline))
    }

    func save() { saved.append(state) }

    func restore() { state = saved.popLast() ?? State() }

    func transform(_ change: CGAffineTransform) { state.transform = change.concatenating(state.transform) }

    private func shape(_ path: UIBezierPath) -> Sketch.Shape {
        var moved = path
        if !state.transform.isIdentity, let copy = path.copy() as? UIBezierPath {
            copy.apply(state.transform)
            moved = copy
        }
        return Sketch.Shape(steps: moved.steps, isEvenOdd: path.usesEvenOddFillRule)
    }

    private func add(_ mark: Sketch.Mark) { sketch.entries.append(Sketch.Entry(mark: mark, clips: state.clips)) }
}

/// A list of recorded drawing commands.
package struct Sketch: Equatable, Sendable {
    package struct Shape: Equatable, Sendable {
        package var steps: [UIBezierPath.Step]
        package var isEvenOdd = false
    }

    package struct Line: Equatable, Sendable {
        package var width: CGFloat
        package var cap: CGLineCap
        package var join: CGLineJoin
    }

    package enum Mark: Equatable, Sendable {
        case fill(Shape, UIColor.Components)
        case stroke(Shape, Line, UIColor.Components)
        case image(UIImage, CGRect)
        case text(String, UIFont, UIColor.Components, baseline: CGPoint)
    }

    /// A drawing command and the shapes that clip it.
    package struct Entry: Equatable, Sendable {
        package var mark: Mark
        package var clips: [Shape]
    }

    package var entries: [Entry] = []

    package var isEmpty: Bool { entries.isEmpty }
}
#endif
