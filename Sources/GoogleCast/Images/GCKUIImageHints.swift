public import Foundation

/// What a picture is wanted for, and how large.
open class GCKUIImageHints: NSObject, NSCopying, NSSecureCoding {
    /// What it is for.
    open var imageType: GCKMediaMetadataImageType { type }
    /// How large it will be shown, in points.
    open var imageSize: CGSize { size }
    /// What the app gave along.
    open var customData: (any NSObjectProtocol & NSSecureCoding)? { data }

    private let type: GCKMediaMetadataImageType
    private let size: CGSize
    private let data: (any NSObjectProtocol & NSSecureCoding)?

    public convenience init(imageType: GCKMediaMetadataImageType, imageSize: CGSize) {
        self.init(imageType: imageType, imageSize: imageSize, customData: nil)
    }

    /// - Parameters:
    ///   - imageType: What it is for.
    ///   - imageSize: How large it will be shown, in points.
    ///   - customData: Anything that the app's picker understands.
    public init(
        imageType: GCKMediaMetadataImageType,
        imageSize: CGSize,
        customData: (any NSObjectProtocol & NSSecureCoding)?
    ) {
        type = imageType
        size = imageSize
        data = customData
        super.init()
    }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    public required init?(coder: NSCoder) {
        guard let type = GCKMediaMetadataImageType(rawValue: coder.decodeInteger(forKey: "imageType")) else {
            return nil
        }
        self.type = type
        size = CGSize(width: coder.decodeDouble(forKey: "width"), height: coder.decodeDouble(forKey: "height"))
        let classes: [AnyClass] = [
            NSString.self, NSNumber.self, NSArray.self, NSDictionary.self, NSData.self, NSDate.self, NSURL.self,
        ]
        data =
            coder.decodeObject(of: classes, forKey: "customData") as? any NSObjectProtocol & NSSecureCoding
        super.init()
    }

    open func encode(with coder: NSCoder) {
        coder.encode(type.rawValue, forKey: "imageType")
        coder.encode(Double(size.width), forKey: "width")
        coder.encode(Double(size.height), forKey: "height")
        coder.encode(data, forKey: "customData")
    }
}
