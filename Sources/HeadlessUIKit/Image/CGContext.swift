// SPDX-License-Identifier: Apache-2.0

#if !canImport(CoreGraphics)
public import Foundation

/// A drawing context with the part of Core Graphics' `CGContext` that the widgets and samples use.
public final class CGContext {
    private let canvas: Canvas

    init(_ canvas: Canvas) { self.canvas = canvas }

    public func setFillColor(_ color: CGColor) { canvas.setFill(UIColor(cgColor: color)) }
    public func setStrokeColor(_ color: CGColor) { canvas.setStroke(UIColor(cgColor: color)) }
    public func saveGState() { canvas.save() }
    public func restoreGState() { canvas.restore() }
    public func fill(_ rect: CGRect) { canvas.fill(UIBezierPath(rect: rect)) }
    public func fillEllipse(in rect: CGRect) { canvas.fill(UIBezierPath(ovalIn: rect)) }
    public func translateBy(x tx: CGFloat, y ty: CGFloat) {
        canvas.transform(CGAffineTransform(translationX: tx, y: ty))
    }
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { canvas.transform(CGAffineTransform(scaleX: sx, y: sy)) }
    public func rotate(by angle: CGFloat) { canvas.transform(CGAffineTransform(rotationAngle: angle)) }
    public func concatenate(_ transform: CGAffineTransform) { canvas.transform(transform) }
}
#endif
