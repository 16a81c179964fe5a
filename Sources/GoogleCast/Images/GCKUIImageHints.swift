// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The purpose and display size of an image, which help to pick the most suitable one.
#if canImport(ObjectiveC)
@objc(GCKUIImageHints)
@objcMembers
#endif
open class GCKUIImageHints: NSObject, NSCopying, NSSecureCoding {
    /// The purpose of the image.
    open var imageType: GCKMediaMetadataImageType { type }
    /// The display size in points. Zero if it isn't known.
    open var imageSize: CGSize { size }
    /// Custom data for the app's own image picker.
    open var customData: (any NSObjectProtocol & NSSecureCoding)? { data }

    private let type: GCKMediaMetadataImageType
    private let size: CGSize
    private let data: (any NSObjectProtocol & NSSecureCoding)?

    /// Creates an object without content. The original class inherits this initializer from `NSObject`.
    public convenience override init() { self.init(imageType: .custom, imageSize: .zero) }

    /// Creates image hints without custom data.
    public convenience init(imageType: GCKMediaMetadataImageType, imageSize: CGSize) {
        self.init(imageType: imageType, imageSize: imageSize, customData: nil)
    }

    /// Creates image hints.
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

    // MARK: Equality, copying, coding

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? GCKUIImageHints else { return false }
        guard imageType == other.imageType, imageSize == other.imageSize else { return false }
        guard let customData else { return other.customData == nil }
        return customData.isEqual(other.customData)
    }

    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(imageType)
        hasher.combine(imageSize.width)
        hasher.combine(imageSize.height)
        return hasher.finalize()
    }

    /// Returns the object itself, because it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    public class var supportsSecureCoding: Bool { true }

    open func encode(with coder: NSCoder) {
        coder.encode(imageType.rawValue, forKey: "imageType")
        coder.encode(Double(imageSize.width), forKey: "width")
        coder.encode(Double(imageSize.height), forKey: "height")
        guard let customData else { return }
        coder.encode(NSStringFromClass(Swift.type(of: customData)) as NSString, forKey: "customClass")
        coder.encode(customData, forKey: "customData")
    }

    /// Decodes image hints. Custom data is decoded only if its class supports secure coding and exists in this program.
    public required init?(coder: NSCoder) {
        guard let type = GCKMediaMetadataImageType(rawValue: coder.decodeInteger(forKey: "imageType")) else {
            return nil
        }
        self.type = type
        size = CGSize(width: coder.decodeDouble(forKey: "width"), height: coder.decodeDouble(forKey: "height"))
        data = Self.customData(coder)
        super.init()
    }

    private static func customData(_ coder: NSCoder) -> (any NSObjectProtocol & NSSecureCoding)? {
        guard coder.containsValue(forKey: "customData"),
            let name = coder.decodeObject(of: NSString.self, forKey: "customClass"),
            let named = NSClassFromString(String(describing: name)),
            (named as? any NSSecureCoding.Type)?.supportsSecureCoding == true
        else { return nil }
        let values: [AnyClass] = [
            NSString.self, NSNumber.self, NSDate.self, NSData.self, NSURL.self, NSArray.self, NSDictionary.self,
            NSNull.self,
        ]
        let object = coder.decodeObject(of: [named] + values, forKey: "customData")
        return object as? any NSObjectProtocol & NSSecureCoding
    }
}

/// The purpose of an image.
#if canImport(ObjectiveC)
@objc(GCKMediaMetadataImageType)
#endif
public enum GCKMediaMetadataImageType: Int, CaseIterable, Sendable {
    /// A view of the app.
    case custom = 0
    /// The Cast dialog.
    case castDialog = 1
    /// The mini controller.
    case miniController = 2
    /// The background of the expanded controller.
    case background = 3
}
