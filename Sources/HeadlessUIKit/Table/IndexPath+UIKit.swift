// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
public import Foundation

extension IndexPath {
    /// Creates an index path for a row of a table.
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

    /// Creates an index path for an item of a section.
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
#endif
