/// Where a sender application runs.
public enum GCKSenderApplicationInfoPlatform: Int, CaseIterable, Sendable {
    case platformAndroid = 1
    case platformiOS = 2
    case platformChrome = 3
    case platformOSX = 4
}
