// SPDX-License-Identifier: Apache-2.0

import CastUI
public import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// The style of the framework's widgets. It can be used at any time, including before the context is created.
@preconcurrency
@MainActor
#if canImport(ObjectiveC)
@objc(GCKUIStyle)@objcMembers
#endif
open class GCKUIStyle: NSObject {
    private static let shared = GCKUIStyle(StyleSheet())

    private let sheet: StyleSheet
    private var visible = WeakList<any Styled>()
    private var textSizes: (any NSObjectProtocol)?

    private init(_ sheet: StyleSheet) {
        self.sheet = sheet
        super.init()
        // The app's fonts keep their size. The framework's own fonts follow the text size, so the widgets are redrawn.
        textSizes = NotificationCenter.default.addObserver(
            forName: UIContentSizeCategory.didChangeNotification,
            object: nil,
            queue: nil
        ) { [weak self] _ in
            // The notification may be posted from any thread.
            MainThread.perform { self?.redraw() }
        }
    }

    /// Returns the style of this process.
    open class func sharedInstance() -> GCKUIStyle { shared }

    /// The style of all widgets, from which each of them inherits.
    open private(set) lazy var castViews = GCKUIStyleAttributesCastViews(sheet, .castViews)

    /// Applies the current settings to existing widgets. Widgets that are created later use them automatically.
    #if canImport(ObjectiveC)
    @objc(applyStyle)
    #endif
    open func apply() {
        for widget in visible.all {
            widget.styles = Styles(sheet.tree)
            widget.restyle()
        }
    }

    /// Removes all settings. The original framework has no such method.
    func reset() { sheet.tree = StyleTree { _ in nil } }

    private func redraw() {
        for widget in visible.all { widget.restyle() }
    }

    /// Applies the style to a new widget, now and with each ``apply()``.
    func applyStyle(_ widget: any Styled) {
        visible.add(widget)
        widget.styles = Styles(sheet.tree)
        widget.restyle()
    }

    /// The current settings.
    var styles: Styles { Styles(sheet.tree) }
}

/// A snapshot of the whole style tree.
@MainActor
struct Styles {
    private let tree: StyleTree<StyleSetting>

    init(_ tree: StyleTree<StyleSetting>) {
        self.tree = tree
    }

    subscript(_ node: StyleNode) -> Look { Look(tree, node) }
}

/// A widget that is drawn with ``GCKUIStyle``.
@MainActor
protocol Styled: AnyObject {
    /// The style with which the widget is drawn.
    var styles: Styles { get set }

    /// Redraws the widget with its style, without creating new views.
    func restyle()
}
