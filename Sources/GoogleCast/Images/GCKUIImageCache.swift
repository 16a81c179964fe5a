public import Foundation

#if canImport(UIKit)
public import UIKit
#else
public import HeadlessUIKit
#endif

/// Fetches pictures, and may keep them.
@preconcurrency
@MainActor
public protocol GCKUIImageCache: NSObjectProtocol {
    /// - Parameters:
    ///   - imageURL: Where it is.
    ///   - completion: Given the picture; nil when there is none to be had.
    func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void)
}
