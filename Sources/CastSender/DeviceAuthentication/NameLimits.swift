import X509

/// The names for which an issuer may vouch (RFC 5280, section 4.2.1.10).
///
/// Directory names are judged. A limit on another form of name refuses every name of that form.
struct NameLimits {
    private let permitted: [GeneralName]
    private let excluded: [GeneralName]

    init(_ constraints: NameConstraints) {
        permitted = constraints.permittedSubtrees
        excluded = constraints.excludedSubtrees
    }

    func permit(_ names: [GeneralName]) -> Bool { names.allSatisfy(permits) }

    private func permits(_ name: GeneralName) -> Bool {
        guard case .directoryName(let name) = name else {
            return !(permitted + excluded).contains { $0.form == name.form }
        }
        func isAbove(_ limit: GeneralName) -> Bool {
            guard case .directoryName(let limit) = limit else { return false }
            return name.starts(with: limit)
        }
        let trees = permitted.filter { $0.form == .directory }
        return !excluded.contains(where: isAbove) && (trees.isEmpty || trees.contains(where: isAbove))
    }
}

extension GeneralName {
    fileprivate enum Form {
        case directory, dns, mail, uri, address, other
    }

    fileprivate var form: Form {
        switch self {
        case .directoryName: .directory
        case .dnsName: .dns
        case .rfc822Name: .mail
        case .uniformResourceIdentifier: .uri
        case .ipAddress: .address
        default: .other
        }
    }
}
