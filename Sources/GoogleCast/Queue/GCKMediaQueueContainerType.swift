/// What a queue's container is.
public enum GCKMediaQueueContainerType: Int, CaseIterable, Sendable {
    case generic = 0
    case audioBook = 1
}
