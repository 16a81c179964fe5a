// SPDX-License-Identifier: Apache-2.0

public import CastUI
public import Foundation

/// The formats of a locale, from Foundation.
public struct LocaleFormat: ValueFormat, Hashable {
    /// Determines the language, the digits and the formats of times.
    public let locale: Locale
    /// The time zone for times of day.
    public let timeZone: TimeZone

    /// Creates the format. The current locale and time zone are not read.
    ///
    /// - Parameters:
    ///   - locale: Determines the language, the digits and the formats of times.
    ///   - timeZone: The time zone for times of day.
    public init(locale: Locale, timeZone: TimeZone) {
        self.locale = locale
        self.timeZone = timeZone
    }

    public var identifier: String { locale.identifier }

    public func digits(_ number: Int, atLeast length: Int) -> String {
        number.formatted(.number.precision(.integerLength(length...)).grouping(.never).locale(locale))
    }

    public func decimal(_ number: Double) -> String {
        number.formatted(.number.precision(.fractionLength(0...2)).locale(locale))
    }

    public func percent(_ share: Double) -> String {
        share.formatted(.percent.precision(.fractionLength(0)).locale(locale))
    }

    public func spokenTime(_ seconds: Int) -> String {
        let style = Duration.UnitsFormatStyle(
            allowedUnits: [.hours, .minutes, .seconds],
            width: .wide,
            fractionalPart: .hide(rounded: .towardZero)
        )
        return Duration.seconds(seconds).formatted(style.locale(locale))
    }

    public func timeOfDay(_ seconds: Double) -> String {
        let style = Date.FormatStyle(date: .omitted, time: .shortened, locale: locale, timeZone: timeZone)
        return Date(timeIntervalSince1970: seconds).formatted(style)
    }

    public func languageName(_ tag: String) -> String? { locale.localizedString(forIdentifier: tag) }
}

extension Localizer {
    /// The format as one of Foundation; that of the same language in GMT if it is another one.
    public var localeFormat: LocaleFormat {
        format as? LocaleFormat ?? LocaleFormat(locale: Locale(identifier: format.identifier), timeZone: .gmt)
    }

    /// Creates a localizer for a locale and a time zone of Foundation.
    ///
    /// - Parameters:
    ///   - locale: Determines the language, the digits and the formats of times.
    ///   - timeZone: The time zone for times of day.
    ///   - catalog: The translations.
    public init(locale: Locale, timeZone: TimeZone, catalog: StringCatalog = StringCatalog()) {
        self.init(format: LocaleFormat(locale: locale, timeZone: timeZone), catalog: catalog)
    }
}
