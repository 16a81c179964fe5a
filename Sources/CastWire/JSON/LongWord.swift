/// Words of the protocol that are too long for a string without an allocation (more than 15 bytes of UTF-8).
///
/// Nearly every status has some of them. A literal points at the program itself, where a string made from bytes costs
/// an allocation.
enum LongWord {
    private static let words = [
        "supportedMediaCommands", "launchedFromCloud", "liveSeekableRange", "detailedErrorCode",
        "playbackDuration", "currentBreakTime", "currentBreakClipTime", "appAllowsGrouping",
        "streamTransferSupported", "trackContentType", "userActionStates", "startAbsoluteTime",
        "urn:x-cast:com.google.cast.media", "urn:x-cast:com.google.cast.broadcast", "urn:x-cast:com.google.cast.cac",
        "urn:x-cast:com.google.cast.debugoverlay", "urn:x-cast:com.google.cast.receiver",
        "Default Media Receiver", "MULTIZONE_STATUS",
    ]

    /// The words by their length in bytes.
    private static let byLength: [[String]] = {
        var table = Array(repeating: [String](), count: 48)
        for word in words { table[word.utf8.count].append(word) }
        return table
    }()

    /// The word that these bytes are, if it is one of them.
    static func matching(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard bytes.count < byLength.count else { return nil }
        return byLength[bytes.count].first { $0.utf8.elementsEqual(bytes) }
    }
}
