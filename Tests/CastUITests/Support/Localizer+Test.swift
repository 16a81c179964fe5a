// SPDX-License-Identifier: Apache-2.0

import CastLocalization
import CastUI
import Foundation

extension Localizer {
    /// Returns a localizer for GMT, or for a number of seconds east of it.
    static func of(_ locale: String, _ catalog: StringCatalog = StringCatalog(), zone: Int = 0) -> Localizer {
        Localizer(
            locale: Locale(identifier: locale),
            timeZone: TimeZone(secondsFromGMT: zone) ?? .current,
            catalog: catalog
        )
    }
}
