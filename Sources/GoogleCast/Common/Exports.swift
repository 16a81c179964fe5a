// SPDX-License-Identifier: Apache-2.0
// Apps import only this module, as with the original, so it re-exports Foundation and UIKit.
@_exported public import Foundation

#if canImport(UIKit)
@_exported public import UIKit
#else
@_exported public import HeadlessUIKit
#endif
