extension JSONValue {
    /// Parses one JSON text.
    ///
    /// - Parameters:
    ///   - text: UTF-8 text with one value and nothing behind it but white space.
    ///   - limits: What is accepted; by default that of a payload in a Cast frame.
    /// - Throws: ``JSONError``.
    public init(parsing text: String, limits: JSONLimits = .payload) throws(JSONError) {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(JSONError) in try JSONParser.parse(bytes, limits: limits) }
        }
        self = try result.get()
    }

    /// Parses one JSON text given as bytes.
    ///
    /// - Throws: ``JSONError``, with ``JSONError/Code-swift.enum/invalidUTF8`` where the bytes are no UTF-8.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .payload) throws(JSONError) {
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(JSONError) in try JSONParser.parse(bytes, limits: limits) }
        }
        self = try result.get()
    }

    /// The value as compact JSON text.
    public var jsonString: String {
        String(decoding: jsonBytes, as: UTF8.self)
    }

    /// The value as the UTF-8 bytes of compact JSON text.
    public var jsonBytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension JSONObject {
    /// The object as compact JSON text.
    public var jsonString: String { JSONValue.object(self).jsonString }
}
