// SPDX-License-Identifier: Apache-2.0
// On macOS, geometry, colors and layers are those of the system. UIKit exports these modules as well.
#if canImport(CoreGraphics) && !canImport(UIKit)
@_exported public import CoreGraphics
@_exported public import QuartzCore
#endif
