import CastUI
public import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The looks of the framework's widgets. It can be used at any time, also before there is a context.
@preconcurrency
@MainActor
open class GCKUIStyle: NSObject {
    private static let shared = GCKUIStyle(StyleSheet())

    private let sheet: StyleSheet
    private var visible = WeakList<any Styled>()
    private var textSizes: (any NSObjectProtocol)?

    private init(_ sheet: StyleSheet) {
        self.sheet = sheet
        super.init()
        // What is drawn keeps the app's fonts; the framework's own grow.
        textSizes = NotificationCenter.default.addObserver(
            forName: UIContentSizeCategory.didChangeNotification,
            object: nil,
            queue: nil
        ) { [weak self] _ in
            // Whoever posts it may do so from any thread.
            MainThread.perform { self?.redraw() }
        }
    }

    /// The looks of this process.
    open class func sharedInstance() -> GCKUIStyle { shared }

    /// The looks of all widgets, from which each of them inherits.
    open private(set) lazy var castViews = GCKUIStyleAttributesCastViews(sheet, .castViews)

    /// Shows what was set on the widgets that are there already. Those that are made later show it anyway.
    open func apply() {
        for widget in visible.all {
            widget.styles = Styles(sheet.tree)
            widget.restyle()
        }
    }

    /// Takes back everything that was set; the original has no way to do so.
    func reset() { sheet.tree = StyleTree { _ in nil } }

    private func redraw() {
        for widget in visible.all { widget.restyle() }
    }

    /// Gives a new widget its looks, now and with each ``apply()``.
    func dress(_ widget: any Styled) {
        visible.add(widget)
        widget.styles = Styles(sheet.tree)
        widget.restyle()
    }

    /// Everything that is set at this moment.
    var styles: Styles { Styles(sheet.tree) }
}

/// What holds everywhere in the style tree, as it was when this was made.
@MainActor
struct Styles {
    private let tree: StyleTree<StyleSetting>

    init(_ tree: StyleTree<StyleSetting>) {
        self.tree = tree
    }

    subscript(_ node: StyleNode) -> Look { Look(tree, node) }
}

/// A widget that takes its looks from ``GCKUIStyle``.
@MainActor
protocol Styled: AnyObject {
    /// What it is drawn with.
    var styles: Styles { get set }

    /// Draws itself anew, as the same objects.
    func restyle()
}
