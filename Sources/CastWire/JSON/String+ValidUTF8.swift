// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Creates a string from UTF-8; nil if the bytes are not valid.
    ///
    /// `String(validating:as:)` requires iOS 18 and macOS 15.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Invalid bytes are repaired, so that the text differs from them.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
