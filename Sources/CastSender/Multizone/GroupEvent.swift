/// A change among the members of a group.
public enum GroupEvent: Sendable, Hashable {
    case memberAdded(GroupMember)
    /// A member says something else of itself, mostly its volume. Groups repeat themselves; only changes are told.
    case memberUpdated(GroupMember)
    /// A member is gone, as it was before.
    case memberRemoved(GroupMember)
}
