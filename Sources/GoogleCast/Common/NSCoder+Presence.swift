// SPDX-License-Identifier: Apache-2.0

import Foundation

extension NSCoder {
    /// Decodes a collection, or returns nil if the key is missing. Outside Apple platforms a missing key is a decoding
    /// error.
    func decodeIfPresent(of classes: [AnyClass], forKey key: String) -> Any? {
        containsValue(forKey: key) ? decodeObject(of: classes, forKey: key) : nil
    }
}
