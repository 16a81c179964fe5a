/// What a virtual device says about itself over HTTP; the same values as in its TXT record and DEVICE_INFO.
package struct ReceiverDescription: Sendable, Hashable {
    /// The device's id: a UUID in lower case with hyphens.
    package var id: String
    package var name: String
    package var model: String
    package var manufacturer: String
    /// The firmware's revision, for example `1.56.500000`.
    package var castBuildRevision: String
    package var systemBuildNumber: String
    /// False for a device without a screen.
    package var hasDisplay: Bool
    /// The groups that it belongs to.
    package var groups: [GroupDescription] = []

    package init(
        id: String,
        name: String,
        model: String,
        manufacturer: String,
        castBuildRevision: String,
        systemBuildNumber: String,
        hasDisplay: Bool = true
    ) {
        self.id = id
        self.name = name
        self.model = model
        self.manufacturer = manufacturer
        self.castBuildRevision = castBuildRevision
        self.systemBuildNumber = systemBuildNumber
        self.hasDisplay = hasDisplay
    }
}
