// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Creates a string from UTF-8; nil if the bytes are not valid.
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        // A fast path for ASCII: `String(validating:as:)` takes hundreds of instructions for even the shortest text.
        if bytes.reduce(0, |) < 0x80 {
            self.init(decoding: bytes, as: UTF8.self)
        } else if #available(macOS 15.0, iOS 18.0, tvOS 18.0, visionOS 2.0, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            let text = String(decoding: bytes, as: UTF8.self)
            // Invalid bytes are repaired, so that the text differs from them.
            guard text.utf8.elementsEqual(bytes) else { return nil }
            self = text
        }
    }
}
