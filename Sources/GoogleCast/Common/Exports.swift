// An app imports this module alone, as it does the original, which brings Foundation and UIKit along.
@_exported public import Foundation

#if canImport(UIKit)
@_exported public import UIKit
#else
@_exported public import HeadlessUIKit
#endif
