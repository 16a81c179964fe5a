import CastUI
import Foundation

/// Text of a value of metadata.
enum MetadataText {
    /// The most characters that a view is given. A view of several lines may show a description; nobody reads more.
    static let limit = 10_000

    /// - Parameters:
    ///   - key: The app's key.
    ///   - metadata: What is known; nil for nothing.
    ///   - formatter: The app's own way; nil leaves strings as they are, and numbers and dates to the locale.
    ///   - localizer: The locale.
    /// - Returns: Empty where there is no value.
    static func text(
        of key: String,
        in metadata: GCKMediaMetadata?,
        by formatter: GCKUIValueFormatter?,
        _ localizer: Localizer
    ) -> String {
        guard let metadata, let value = metadata.object(forKey: key), !(value is NSNull) else { return "" }
        if let formatter { return formatter(value) }
        if MetadataField.byKey[key]?.kind == .date, let date = metadata.date(forKey: key) {
            let style = Date.FormatStyle(
                date: .abbreviated,
                time: .omitted,
                locale: localizer.locale,
                timeZone: localizer.timeZone
            )
            return date.formatted(style)
        }
        switch value {
        case let text as String: return String(text.prefix(limit))
        case let number as NSNumber where !number.isBoolean:
            let value = number.doubleValue
            guard value.isFinite else { return "" }
            return value.formatted(
                .number.precision(.fractionLength(0...6)).grouping(.never).locale(localizer.locale)
            )
        // A list or an object is nothing that a line can show.
        default: return ""
        }
    }
}
