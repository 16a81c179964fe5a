// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
package import CastMediaProbe
public import Foundation

/// An image: the bytes of an image file or recorded drawing commands.
///
/// Only the header of a file is read; no pixels are decoded.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
    // The conformance is unchecked because the class is open. All stored properties are Sendable constants.

    /// Whether an image is drawn with its own colors or as a template in the tint color.
    public enum RenderingMode: Int, Sendable {
        case automatic = 0
        case alwaysOriginal = 1
        case alwaysTemplate = 2
    }

    /// The rotation and mirroring that display an image upright.
    public enum Orientation: Int, Sendable {
        case up = 0
        case down = 1
        case left = 2
        case right = 3
        case upMirrored = 4
        case downMirrored = 5
        case leftMirrored = 6
        case rightMirrored = 7
    }

    package enum Content: Equatable, Sendable {
        case empty
        case file(Data, ImageHeader)
        case sketch(Sketch)
    }

    package let content: Content
    package let tint: UIColor?
    private let pointSize: CGSize
    private let pixelsPerPoint: CGFloat
    private let mode: RenderingMode

    package init(_ content: Content, size: CGSize, scale: CGFloat, mode: RenderingMode, tint: UIColor?) {
        self.content = content
        self.tint = tint
        self.mode = mode
        pointSize = size
        pixelsPerPoint = scale
        super.init()
    }

    /// Creates an empty image of size zero.
    public override convenience init() {
        self.init(.empty, size: .zero, scale: 1, mode: .automatic, tint: nil)
    }

    /// Creates an image from the bytes of a PNG, JPEG, GIF, WebP or BMP file; returns `nil` for other data.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Creates an image from the bytes of a file. `scale` is the number of pixels per point and must be positive.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let header = Self.header(of: data), scale > 0 else { return nil }
        let size = CGSize(width: CGFloat(header.width) / scale, height: CGFloat(header.height) / scale)
        self.init(.file(data, header), size: size, scale: scale, mode: .automatic, tint: nil)
    }

    /// Returns the header of a file. The size in a JPEG follows the camera's metadata, which can contain a thumbnail.
    private static func header(of data: Data) -> ImageHeader? {
        guard case .found(let header) = ImageHeader.read([UInt8](data.prefix(1 << 20))) else { return nil }
        return header
    }

    /// Creates an image from a file; returns `nil` if it cannot be read or is not an image.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    package convenience init(sketch: Sketch, size: CGSize, scale: CGFloat) {
        self.init(.sketch(sketch), size: size, scale: scale, mode: .automatic, tint: nil)
    }

    /// The size in points.
    open var size: CGSize { pointSize }
    open var scale: CGFloat { pixelsPerPoint }
    open var renderingMode: UIImage.RenderingMode { mode }
    open var imageOrientation: UIImage.Orientation { .up }

    open func withRenderingMode(_ renderingMode: UIImage.RenderingMode) -> UIImage {
        UIImage(content, size: pointSize, scale: pixelsPerPoint, mode: renderingMode, tint: tint)
    }

    /// Returns the image's shape filled with a color.
    open func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: mode) }

    open func withTintColor(_ color: UIColor, renderingMode: UIImage.RenderingMode) -> UIImage {
        UIImage(content, size: pointSize, scale: pixelsPerPoint, mode: renderingMode, tint: color)
    }

    open func imageFlippedForRightToLeftLayoutDirection() -> UIImage { self }

    /// Returns the bytes of a PNG file; `nil` for all other images, because this module does not encode pixels.
    open func pngData() -> Data? {
        guard case .file(let data, let header) = content, header.format == .png else { return nil }
        return data
    }

    /// Returns the bytes of a JPEG file; `nil` for all other images, because this module does not encode pixels.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        guard case .file(let data, let header) = content, header.format == .jpeg else { return nil }
        return data
    }

    /// Draws the image into a rectangle of the current canvas.
    open func draw(in rect: CGRect) { Canvas.current?.draw(self, in: rect) }

    open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

    // MARK: Equality, coding

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIImage else { return false }
        return self === other
            || content == other.content && pointSize == other.pointSize && mode == other.mode && tint == other.tint
                && pixelsPerPoint == other.pixelsPerPoint
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(pointSize.width)
        hasher.combine(pointSize.height)
        hasher.combine(mode)
        return hasher.finalize()
    }

    public class var supportsSecureCoding: Bool { true }

    /// Encodes the bytes of a file. Recorded drawing commands are not encoded.
    open func encode(with coder: NSCoder) {
        guard case .file(let data, _) = content else { return }
        coder.encode(data as NSData, forKey: "UIImageData")
        coder.encode(Double(pixelsPerPoint), forKey: "UIScale")
    }

    public required init?(coder: NSCoder) {
        guard let bytes = coder.decodeObject(of: NSData.self, forKey: "UIImageData") else { return nil }
        let data = Data(referencing: bytes)
        let scale = CGFloat(coder.decodeDouble(forKey: "UIScale"))
        guard let header = Self.header(of: data), scale > 0 else { return nil }
        content = .file(data, header)
        tint = nil
        mode = .automatic
        pixelsPerPoint = scale
        pointSize = CGSize(width: CGFloat(header.width) / scale, height: CGFloat(header.height) / scale)
        super.init()
    }
}
#endif
