/// What a command itself has in mind, beside what the device says: its own list.
struct Programme: Hashable, Sendable {
    var title: String
    /// Whether it is sent to the device, which has not said anything of it yet.
    var isLoading = true
    var index = 0
    var count = 1
    /// What follows in the list.
    var next: String?
}
