#if !canImport(UIKit)
public import Foundation

/// What may answer to events. There are none here; apps' delegates are made of it.
@MainActor
open class UIResponder: NSObject {
    public nonisolated override init() {
        super.init()
    }
}
#endif
