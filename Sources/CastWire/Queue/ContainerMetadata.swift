/// What a queue is, for people.
public struct ContainerMetadata: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Leaves out every key given as nil.
    public init(
        containerType: Int? = nil,
        title: String? = nil,
        containerDuration: Double? = nil,
        containerImages: [Image]? = nil,
        sections: [MediaMetadata]? = nil,
        authors: [String]? = nil,
        narrators: [String]? = nil,
        publisher: String? = nil,
        releaseDate: String? = nil
    ) {
        fields = JSONObject()
        self.containerType = containerType
        self.title = title
        self.containerDuration = containerDuration
        self.containerImages = containerImages
        self.sections = sections
        self.authors = authors
        self.narrators = narrators
        self.publisher = publisher
        self.releaseDate = releaseDate
    }

    /// 0 generic, 1 audiobook.
    public var containerType: Int? {
        get { self["containerType"] }
        set { self["containerType"] = newValue }
    }

    /// For people.
    public var title: String? {
        get { self["title"] }
        set { self["title"] = newValue }
    }

    /// Seconds.
    public var containerDuration: Double? {
        get { self["containerDuration"] }
        set { self["containerDuration"] = newValue }
    }

    /// Pictures.
    public var containerImages: [Image]? {
        get { self["containerImages"] }
        set { self["containerImages"] = newValue }
    }

    /// Its parts, such as chapters.
    public var sections: [MediaMetadata]? {
        get { self["sections"] }
        set { self["sections"] = newValue }
    }

    /// Audiobook.
    public var authors: [String]? {
        get { self["authors"] }
        set { self["authors"] = newValue }
    }

    /// Audiobook.
    public var narrators: [String]? {
        get { self["narrators"] }
        set { self["narrators"] = newValue }
    }

    /// Audiobook.
    public var publisher: String? {
        get { self["publisher"] }
        set { self["publisher"] = newValue }
    }

    /// Audiobook; ISO 8601.
    public var releaseDate: String? {
        get { self["releaseDate"] }
        set { self["releaseDate"] = newValue }
    }
}
