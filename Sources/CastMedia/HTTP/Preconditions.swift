import HTTPTypes

/// The conditions a request sets, in the order RFC 9110 section 13.2.2 gives them.
struct Preconditions {
    enum Outcome: Equatable {
        case proceed
        case notModified
        case failed
    }

    var fields: HTTPFields
    var representation: Representation

    var outcome: Outcome {
        if let tags = fields[.ifMatch] {
            guard matches(tags, weakly: false) else { return .failed }
        } else if let limit = fields[.ifUnmodifiedSince].flatMap(HTTPDate.init), let date = representation.lastModified
        {
            guard date.seconds <= limit.seconds else { return .failed }
        }
        if let tags = fields[.ifNoneMatch] {
            return matches(tags, weakly: true) ? .notModified : .proceed
        }
        if let known = fields[.ifModifiedSince].flatMap(HTTPDate.init), let date = representation.lastModified {
            return date.seconds <= known.seconds ? .notModified : .proceed
        }
        return .proceed
    }

    /// Whether the client's parts are of this very content, so that more parts of it fit (section 13.1.5).
    var allowRange: Bool {
        guard let condition = fields[.ifRange] else { return true }
        if condition.contains("\"") {
            return condition == representation.entityTag
        }
        return condition == representation.lastModified?.text
    }

    private func matches(_ field: String, weakly: Bool) -> Bool {
        if field == "*" {
            return true
        }
        return field.split(separator: ",").contains { item in
            var tag = Substring(item)
            while tag.first == " " { tag.removeFirst() }
            while tag.last == " " { tag.removeLast() }
            if weakly, tag.hasPrefix("W/") {
                tag = tag.dropFirst(2)
            }
            return tag == representation.entityTag
        }
    }
}
