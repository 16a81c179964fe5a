// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import UIKit
#else
import HeadlessUIKit
#endif

/// Adds actions to controls that belong to the app, and removes them again.
@MainActor
final class ControlBindings {
    typealias Handler = (UIControl.Event, @MainActor () -> Void)

    private struct Entry {
        weak var control: UIControl?
        var actions: [(UIControl.Event, UIAction.Identifier)]
    }

    private var entries: [String: Entry] = [:]
    private var last = 0

    /// Binds a control to a name. Actions that were added for this name are removed from the previous control. Other
    /// actions are kept.
    func bind(_ control: UIControl?, as name: String, _ handlers: Handler...) {
        unbind(name)
        guard let control else { return }
        var entry = Entry(control: control, actions: [])
        for (event, handler) in handlers {
            last += 1
            let identifier = UIAction.Identifier("swift-cast.\(ObjectIdentifier(self).hashValue).\(last)")
            control.addAction(UIAction(identifier: identifier) { _ in handler() }, for: event)
            entry.actions.append((event, identifier))
        }
        entries[name] = entry
    }

    func unbind(_ name: String) {
        guard let entry = entries.removeValue(forKey: name) else { return }
        for (event, identifier) in entry.actions { entry.control?.removeAction(identifiedBy: identifier, for: event) }
    }
}
