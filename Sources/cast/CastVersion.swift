/// The version of the tool.
enum CastVersion {
    static let text = "0.1.0"
}
