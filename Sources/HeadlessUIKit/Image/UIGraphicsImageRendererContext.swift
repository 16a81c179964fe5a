#if !canImport(UIKit)
public import Foundation

/// That on which a picture is drawn.
open class UIGraphicsImageRendererContext: NSObject {
    public let format: UIGraphicsImageRendererFormat
    public let cgContext: CGContext
    private let canvas: Canvas
    private let bounds: CGRect

    init(_ canvas: Canvas, _ bounds: CGRect, _ format: UIGraphicsImageRendererFormat) {
        self.canvas = canvas
        self.bounds = bounds
        self.format = format
        cgContext = CGContext(canvas)
        super.init()
    }

    open func fill(_ rect: CGRect) { canvas.fill(UIBezierPath(rect: rect)) }

    open func clip(to rect: CGRect) { canvas.clip(UIBezierPath(rect: rect)) }

    /// What was drawn so far.
    open var currentImage: UIImage { UIImage(sketch: canvas.sketch, size: bounds.size, scale: format.scale) }
}
#endif
