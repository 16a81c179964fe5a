// SPDX-License-Identifier: Apache-2.0

extension DeviceProfile {
    /// The profiles of this package, in the order of `docs/devices.md`.
    public static let builtIn: [DeviceProfile] = resources.map { name, bytes in
        do throws(DeviceProfileError) {
            return try DeviceProfile(parsing: bytes, source: name)
        } catch {
            // A file of this package; a test reads all of them.
            preconditionFailure("\(error)")
        }
    }

    private static let resources = [
        ("chromecast-1", PackageResources.chromecast_1_json),
        ("google-tv", PackageResources.google_tv_json),
        ("android-tv", PackageResources.android_tv_json),
        ("nest-hub", PackageResources.nest_hub_json),
        ("nest-audio-pair", PackageResources.nest_audio_pair_json),
        ("group-follower", PackageResources.group_follower_json),
        ("loose-json", PackageResources.loose_json_json),
    ]

    /// Returns the built-in profile with a name.
    ///
    /// - Throws: ``DeviceProfileError`` with the names of all profiles.
    public static func named(_ name: String) throws(DeviceProfileError) -> DeviceProfile {
        if let profile = builtIn.first(where: { $0.name == name }) { return profile }
        let names = builtIn.map(\.name)
        let suggestion = mostSimilar(to: name, among: names).map { "\"\($0)\", or another of " } ?? "one of "
        throw DeviceProfileError(
            code: .unknownName,
            source: name,
            key: nil,
            found: "no built-in profile of this name",
            allowed: suggestion + names.joined(separator: ", ")
        )
    }
}
