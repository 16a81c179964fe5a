// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastFiles
import CastSender

/// Options for device authentication: whether it is required, and which roots are trusted.
struct TrustOptions: ParsableArguments {
    @Flag(
        name: .long,
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Use the device only if it authenticates as a genuine Cast device.",
            discussion: "Without this option, any device that implements the protocol is accepted."
        )
    )
    var requireAuth: Bool?

    @Option(
        name: .customLong("trust-root"),
        help: ArgumentHelp(
            "Trust devices with this root certificate in addition to Google's (repeatable).",
            discussion: "A PEM file; cast receiver prints the path of its own. Requires --require-auth.",
            valueName: "file"
        ),
        completion: .file(),
        transform: TrustRoots.init(path:)
    )
    var trustRoots: [TrustRoots] = []

    func validate() throws {
        guard isRequired || trustRoots.isEmpty else {
            throw ValidationError("--trust-root requires --require-auth: without it, any device is accepted.")
        }
    }

    private var isRequired: Bool { requireAuth ?? UserConfiguration.current.flag(.requireAuth) ?? false }

    /// The authentication options: required, or off.
    ///
    /// Without `--require-auth` the device is not challenged, because one-shot commands would not use the result, and a
    /// device takes longer to sign than to respond.
    ///
    /// - Throws: `ValidationError` if a file of the configuration cannot be used.
    func authentication() throws -> DeviceAuthenticationOptions {
        guard isRequired else { return DeviceAuthenticationOptions(policy: .off) }
        var options = DeviceAuthenticationOptions(policy: .required)
        let roots =
            trustRoots.isEmpty ? try UserConfiguration.current.list(.trustRoot).map(TrustRoots.init) : trustRoots
        options.anchors += roots.flatMap(\.anchors)
        return options
    }
}

/// The root certificates in a PEM file.
struct TrustRoots: Sendable {
    var anchors: [TrustAnchor]

    init(path: String) throws {
        // The size is limited, because a path can lead to an endless device file. No list of roots is as long.
        guard let bytes = try? LimitedFile.read(path, limit: 1 << 20) else {
            throw ValidationError("The file \(path) cannot be read. Check the path and its permissions.")
        }
        do {
            anchors = try TrustAnchor.reading(pem: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw ValidationError(
                "\(path) cannot be used: \(error.reason) Use a PEM file such as the one that cast receiver prints."
            )
        }
    }
}
