// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

/// An object that creates images from drawing commands. The images store the commands, not pixels.
open class UIGraphicsImageRenderer: NSObject {
    private let bounds: CGRect
    private let rendererFormat: UIGraphicsImageRendererFormat

    public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.bounds = bounds
        rendererFormat = format
        super.init()
    }

    open var format: UIGraphicsImageRendererFormat { rendererFormat }

    /// Returns an image of what the closure draws.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let sketch = Canvas.record { canvas in
            if bounds.origin != .zero {
                canvas.transform(CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY))
            }
            actions(UIGraphicsImageRendererContext(canvas, bounds, rendererFormat))
        }
        return UIImage(sketch: sketch, size: bounds.size, scale: rendererFormat.scale)
    }
}

/// Options of an image renderer. Only ``scale`` has an effect.
open class UIGraphicsImageRendererFormat: NSObject {
    open var scale: CGFloat = 1
    open var opaque = false

    open class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
    open class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// The drawing context of an image renderer.
open class UIGraphicsImageRendererContext: NSObject {
    public let format: UIGraphicsImageRendererFormat
    #if !canImport(CoreGraphics)
    /// The context for drawing commands. On macOS there is none, because the system's context draws pixels.
    public let cgContext: CGContext
    #endif
    private let canvas: Canvas
    private let bounds: CGRect

    init(_ canvas: Canvas, _ bounds: CGRect, _ format: UIGraphicsImageRendererFormat) {
        self.canvas = canvas
        self.bounds = bounds
        self.format = format
        #if !canImport(CoreGraphics)
        cgContext = CGContext(canvas)
        #endif
        super.init()
    }

    open func fill(_ rect: CGRect) { canvas.fill(UIBezierPath(rect: rect)) }

    open func clip(to rect: CGRect) { canvas.clip(UIBezierPath(rect: rect)) }

    /// An image of what has been drawn so far.
    open var currentImage: UIImage { UIImage(sketch: canvas.sketch, size: bounds.size, scale: format.scale) }
}

#if !canImport(CoreGraphics)
/// Returns the current drawing context of this thread, or `nil` outside of drawing.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetCurrentContext() -> CGContext? { Canvas.current.map { CGContext($0) } }
#endif

/// Fills a rectangle in the current context with its fill color.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFill(_ rect: CGRect) { Canvas.current?.fill(UIBezierPath(rect: rect)) }
#endif
