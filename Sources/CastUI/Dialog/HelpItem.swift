/// A possible reason for an empty list, with what to do about it.
public struct HelpItem: Sendable, Equatable {
    public enum Action: Sendable, Hashable {
        case openSettings, retry, learnMore
    }

    public var title: Label
    public var text: Label
    public var action: Action?
}

extension CastUIState {
    /// What may be wrong, the surest first.
    var help: [HelpItem] {
        var items: [HelpItem] = []
        switch discovery.problem {
        case .servicesNotDeclared?:
            items.append(HelpItem(title: Label(.helpServicesTitle), text: Label(.helpServicesText), action: .learnMore))
        case .blocked(let reason)?:
            let text = Label(.helpBlockedText, .text(reason))
            items.append(HelpItem(title: Label(.helpBlockedTitle), text: text, action: .retry))
        case .permissionDenied?, nil: break
        }
        let permission = HelpItem(
            title: Label(.helpPermissionTitle),
            text: Label(.helpPermissionText),
            action: .openSettings
        )
        let isDenied = surroundings.permission == .denied || discovery.problem == .permissionDenied
        if isDenied { items.append(permission) }
        if surroundings.network == .absent {
            items.append(HelpItem(title: Label(.helpNoNetworkTitle), text: Label(.helpNoNetworkText), action: .retry))
        } else {
            let key: TextKey =
                switch surroundings.idiom {
                case .phone: .helpWiFiPhone
                case .tablet: .helpWiFiTablet
                case .computer, .television: .helpWiFiComputer
                // The browser may run on a phone.
                case .web: .helpWiFiWeb
                }
            items.append(HelpItem(title: Label(.helpWiFiTitle), text: Label(key), action: .retry))
        }
        if !isDenied, surroundings.permission == .notAsked || surroundings.permission == .granted {
            items.append(permission)
        }
        return items
    }
}
