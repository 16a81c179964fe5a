/// What a person can do about media.
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
