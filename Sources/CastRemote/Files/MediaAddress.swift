// SPDX-License-Identifier: Apache-2.0

import CastMedia
import CastWire

/// A URL that a user entered, from which the device fetches media.
struct MediaAddress: Sendable, Hashable {
    /// The maximum length in UTF-16 code units, as in the field's `maxlength`.
    static let maximumLength = 2_000

    /// The URL without line breaks and surrounding spaces, and with inner spaces percent-encoded.
    let text: String
    /// The text as it was entered.
    let enteredText: String

    /// Creates an address; nil if the text is not an http or https URL.
    init?(_ enteredText: String) {
        guard enteredText.utf16.count <= Self.maximumLength else { return nil }
        var text = enteredText.filter { !$0.isNewline }.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        guard let colon = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<colon.lowerBound].lowercased()
        let host = text[colon.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let hasHost = !host.isEmpty && !host.contains(" ")
        // Browsers keep spaces in the path of an address.
        let rest = text[colon.upperBound...].replacing(" ", with: "%20")
        guard scheme == "http" || scheme == "https", hasHost, rest.allSatisfy({ $0 != "\"" && $0 != "<" && $0 != ">" })
        else { return nil }
        self.enteredText = enteredText
        self.text = "\(scheme)://\(rest)"
    }

    private var path: Substring { text.prefix { $0 != "?" && $0 != "#" } }

    /// The title as long as the media is not known: the last component of the path, or the URL without its password and
    /// its query.
    var title: String { CastSource.url(text).title }

    /// The media type, derived from the path. Devices require a type, and most URLs without an extension are videos.
    var contentType: String {
        let type = ContentType.guess(fileName: String(path))
        return type == ContentType.unknown ? "video/mp4" : type
    }
}

/// The address that a user entered. It stays in its field until the device has accepted it, so that the user can
/// correct it if casting fails.
struct AddressField: Sendable, Equatable {
    /// The address that has not been cast yet.
    var text = ""
    /// The address that the device accepted last, with a number that distinguishes repeated casts of the same address.
    private(set) var lastAccepted: (number: Int, text: String)?

    /// Records that the device has accepted an address, and clears the field unless it contains another one by now.
    mutating func accepted(_ enteredText: String) {
        lastAccepted = ((lastAccepted?.number ?? 0) + 1, enteredText)
        if text == enteredText { text = "" }
    }

    static func == (one: Self, other: Self) -> Bool {
        one.text == other.text && one.lastAccepted?.number == other.lastAccepted?.number
            && one.lastAccepted?.text == other.lastAccepted?.text
    }
}
