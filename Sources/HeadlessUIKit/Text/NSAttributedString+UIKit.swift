#if !canImport(UIKit)
public import Foundation

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key("NSFont")
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    public static let shadow = NSAttributedString.Key("NSShadow")
    public static let kern = NSAttributedString.Key("NSKern")
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
}

extension NSString {
    /// How much room the text takes in one line per line of its own; an estimate.
    public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        let font = attrs?[.font] as? UIFont ?? .systemFont(ofSize: 12)
        return TextMeasure.size(String(describing: self), font, width: .greatestFiniteMagnitude, atMost: 0)
    }
}
#endif
