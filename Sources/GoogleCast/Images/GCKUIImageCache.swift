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
    /// Fetches a picture.
    ///
    /// - Parameters:
    ///   - imageURL: Where it is.
    ///   - completion: To be called once, on the main thread, with nil when there is no picture.
    func fetchImage(for imageURL: URL, completion: @escaping @Sendable (UIImage?) -> Void)
}

extension GCKUIImageCache {
    /// The picture at an address; nil when there is none.
    public func fetchImage(for imageURL: URL) async -> UIImage? {
        await withCheckedContinuation { continuation in
            let answer = Locked<CheckedContinuation<UIImage?, Never>?>(continuation)
            fetchImage(for: imageURL) { image in
                // An app's own cache may call twice.
                let waiting = answer.withLock { waiting in
                    defer { waiting = nil }
                    return waiting
                }
                waiting?.resume(returning: image)
            }
        }
    }

    /// Fetches a picture for a widget, which hears of it on the main actor and once, wherever and however often a cache
    /// of the app's own calls back.
    func fetch(_ address: URL, then show: @escaping @MainActor (UIImage?) -> Void) {
        let answer = Locked<(@MainActor (UIImage?) -> Void)?>(show)
        fetchImage(for: address) { image in
            guard
                let show = answer.withLock({ waiting in
                    defer { waiting = nil }
                    return waiting
                })
            else { return }
            MainThread.perform { show(image) }
        }
    }
}
