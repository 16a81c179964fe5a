/// How a queue has changed.
public struct QueueChangeType: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Items were inserted before ``QueueChangeMessage/insertBefore``, or at the end.
    public static let insert = QueueChangeType(rawValue: "INSERT")

    /// Items are gone.
    public static let remove = QueueChangeType(rawValue: "REMOVE")

    /// The order changed.
    public static let update = QueueChangeType(rawValue: "UPDATE")

    /// The content of items changed; fetch them again.
    public static let itemsChange = QueueChangeType(rawValue: "ITEMS_CHANGE")

    /// The request had no effect.
    public static let noChange = QueueChangeType(rawValue: "NO_CHANGE")
}
