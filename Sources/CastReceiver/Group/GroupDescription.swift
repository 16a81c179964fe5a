/// A group as its members describe it over HTTP.
package struct GroupDescription: Sendable, Hashable {
    /// The group's id: a UUID in lower case with hyphens.
    package var id: String
    package var name: String
    /// `self`, or where the leader's endpoint of the group is.
    package var electedLeader: String
    /// The group's own port at the leader.
    package var port: Int
    /// Made on the fly, to be dissolved again.
    package var isDynamic: Bool

    package init(id: String, name: String, electedLeader: String, port: Int, isDynamic: Bool) {
        self.id = id
        self.name = name
        self.electedLeader = electedLeader
        self.port = port
        self.isDynamic = isDynamic
    }
}
