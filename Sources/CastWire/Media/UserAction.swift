// SPDX-License-Identifier: Apache-2.0

/// USER_ACTION: the user likes, follows or flags the current media, for example.
public struct UserActionRequest: MediaSessionRequest {
    public static let type = "USER_ACTION"

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        mediaSessionID: Int,
        userAction: UserAction,
        userActionContext: UserActionContext? = nil,
        clear: Bool? = nil,
        source: String? = nil
    ) {
        fields = JSONObject(type: Self.type)
        self.mediaSessionID = mediaSessionID
        self.userAction = userAction
        self.userActionContext = userActionContext
        self.clear = clear
        self.source = source
    }

    /// The user's action.
    public var userAction: UserAction? {
        get { self["userAction"] }
        set { self["userAction"] = newValue }
    }

    /// The subject of the action.
    public var userActionContext: UserActionContext? {
        get { self["userActionContext"] }
        set { self["userActionContext"] = newValue }
    }

    /// Whether to undo the action.
    public var clear: Bool? {
        get { self["clear"] }
        set { self["clear"] = newValue }
    }

    /// The source of the action.
    public var source: String? {
        get { self["source"] }
        set { self["source"] = newValue }
    }
}

/// An action of the user on media.
public struct UserAction: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let like = UserAction(rawValue: "LIKE")
    public static let dislike = UserAction(rawValue: "DISLIKE")
    public static let follow = UserAction(rawValue: "FOLLOW")
    public static let unfollow = UserAction(rawValue: "UNFOLLOW")
    public static let flag = UserAction(rawValue: "FLAG")
    public static let skipAd = UserAction(rawValue: "SKIP_AD")
    public static let lyrics = UserAction(rawValue: "LYRICS")
}

/// The subject of a user action.
public struct UserActionContext: WireEnum {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public static let unknown = UserActionContext(rawValue: "UNKNOWN_CONTEXT")
    public static let track = UserActionContext(rawValue: "TRACK")
    public static let album = UserActionContext(rawValue: "ALBUM")
    public static let artist = UserActionContext(rawValue: "ARTIST")
    public static let playlist = UserActionContext(rawValue: "PLAYLIST")
    public static let episode = UserActionContext(rawValue: "EPISODE")
    public static let series = UserActionContext(rawValue: "SERIES")
    public static let movie = UserActionContext(rawValue: "MOVIE")
    public static let channel = UserActionContext(rawValue: "CHANNEL")
    public static let team = UserActionContext(rawValue: "TEAM")
    public static let player = UserActionContext(rawValue: "PLAYER")
    public static let coach = UserActionContext(rawValue: "COACH")
}

/// An action that the user has performed on the media, such as liking it.
public struct UserActionState: WireObject {
    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(userAction: UserAction, customData: JSONValue? = nil) {
        fields = JSONObject()
        self.userAction = userAction
        self.customData = customData
    }

    /// The user's action.
    public var userAction: UserAction? {
        get { self["userAction"] }
        set { self["userAction"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
