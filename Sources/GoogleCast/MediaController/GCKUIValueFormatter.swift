/// Makes text of a value of metadata: a string or a number.
public typealias GCKUIValueFormatter = (Any) -> String
