import Foundation

extension NSCoder {
    /// Decodes a collection, or gives nil where there is none: elsewhere than on Apple's systems a missing key is an error.
    func decodeIfPresent(of classes: [AnyClass], forKey key: String) -> Any? {
        containsValue(forKey: key) ? decodeObject(of: classes, forKey: key) : nil
    }
}
