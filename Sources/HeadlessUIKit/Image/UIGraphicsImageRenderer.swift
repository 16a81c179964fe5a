#if !canImport(UIKit)
public import Foundation

/// Draws pictures. They are kept as what was drawn, not as pixels.
open class UIGraphicsImageRenderer: NSObject {
    private let bounds: CGRect
    private let pictureFormat: UIGraphicsImageRendererFormat

    public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        self.bounds = bounds
        pictureFormat = format
        super.init()
    }

    open var format: UIGraphicsImageRendererFormat { pictureFormat }

    /// A picture of what the actions draw.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let sketch = Canvas.record { canvas in
            if bounds.origin != .zero {
                canvas.transform(CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY))
            }
            actions(UIGraphicsImageRendererContext(canvas, bounds, pictureFormat))
        }
        return UIImage(sketch: sketch, size: bounds.size, scale: pictureFormat.scale)
    }
}
#endif
