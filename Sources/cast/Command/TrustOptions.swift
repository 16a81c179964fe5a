import ArgumentParser
import CastSender
import Foundation

/// Whether a device has to prove what it is, and to whom its proof may lead.
struct TrustOptions: ParsableArguments {
    @Flag(
        name: .long,
        help: ArgumentHelp(
            "Use the device only when it proves that it is a genuine Cast device.",
            discussion: "Without it any device that speaks the protocol will do."
        )
    )
    var requireAuth = false

    @Option(
        name: .customLong("trust-root"),
        help: ArgumentHelp(
            "Trust the devices below this root, too, besides Google's; may be repeated.",
            discussion: "A PEM file; cast receiver prints where its own is. Goes with --require-auth.",
            valueName: "file"
        ),
        completion: .file(),
        transform: TrustRoots.init(path:)
    )
    var trustRoots: [TrustRoots] = []

    func validate() throws {
        guard requireAuth || trustRoots.isEmpty else {
            throw ValidationError("--trust-root changes nothing without --require-auth: any device would do.")
        }
    }

    /// One-shot commands ask for proof only where it is required: nobody would look at it, and a device takes longer
    /// to sign than to answer.
    var authentication: DeviceAuthenticationOptions {
        var options = DeviceAuthenticationOptions(policy: requireAuth ? .required : .off)
        options.anchors += trustRoots.flatMap(\.anchors)
        return options
    }
}

/// The roots in a file.
struct TrustRoots: Sendable {
    var anchors: [TrustAnchor]

    init(path: String) throws {
        // No list of roots is as long as this, and a path may lead to a device without end.
        guard let data = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 1 << 20) else {
            throw ValidationError("The file \(path) cannot be read.")
        }
        do {
            anchors = try TrustAnchor.reading(pem: String(decoding: data, as: UTF8.self))
        } catch {
            throw ValidationError(
                "\(path) cannot be used: \(error.reason) It takes a file like the one that cast receiver prints."
            )
        }
    }
}
