// The version of the original framework whose API this module has.

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The first number of the version.
public let GCK_VERSION_MAJOR: Int32 = 4
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The second number of the version.
public let GCK_VERSION_MINOR: Int32 = 8
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The third number of the version.
public let GCK_VERSION_FIX: Int32 = 3

/// The version, and behind it a group that tells this module from the original: there it is the build's number.
public let kGCKFrameworkVersion: String = "\(GCK_VERSION_MAJOR).\(GCK_VERSION_MINOR).\(GCK_VERSION_FIX).0"
