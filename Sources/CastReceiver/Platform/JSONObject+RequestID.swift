// SPDX-License-Identifier: Apache-2.0

import CastWire

extension JSONObject {
    /// The id of a request, including 0; nil if it is missing or not an integer, so that the request cannot be
    /// answered.
    ///
    /// Google's receiver library ignores such requests without an error. `5.0` is the integer 5, as in JavaScript;
    /// `"5"` is not an integer.
    var integerRequestID: Int? {
        switch self["requestId"] {
        case .integer(let integer): Int(exactly: integer)
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }
}
