import CastWire

extension JSONObject {
    /// The request id of a request, 0 included; nil where it is absent or no integer, so that no answer is possible.
    ///
    /// Google's receiver library lets such a request go without a word. `5.0` is the integer 5, as in JavaScript;
    /// `"5"` is none.
    var integerRequestID: Int? {
        switch self["requestId"] {
        case .integer(let integer): Int(exactly: integer)
        case .number(let number): Int(exactly: number)
        default: nil
        }
    }
}
