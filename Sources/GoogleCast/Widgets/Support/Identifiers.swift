#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Names views for an app's user-interface tests, in the way of `UIAccessibilityIdentification`. A name that an app has
/// given stays.
@MainActor
func identify(_ views: KeyValuePairs<String, UIView>) {
    for (name, view) in views where view.accessibilityIdentifier == nil { view.accessibilityIdentifier = name }
}
