/// What is known of content before its bytes are sent.
struct Representation: Equatable {
    var length: Int
    var contentType: String
    /// A strong validator, in quotes.
    var entityTag: String
    var lastModified: HTTPDate?
}
