#if !canImport(UIKit)
public import Foundation

/// That on which this thread draws now.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIGraphicsGetCurrentContext() -> CGContext? { Canvas.current.map { CGContext($0) } }

/// Fills a rectangle with the current fill colour.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func UIRectFill(_ rect: CGRect) { Canvas.current?.fill(UIBezierPath(rect: rect)) }
#endif
