#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

extension Set<UIPress> {
    /// Whether the key that leaves is among them.
    @MainActor
    var haveEscape: Bool { contains { $0.key?.keyCode == .keyboardEscape } }
}
