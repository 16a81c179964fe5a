// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CastRemote

/// The options for uploads to the web remote.
struct UploadOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Allow pages to upload files, which are deleted at the end.")
    var uploads = true

    @Option(
        name: .long,
        help: ArgumentHelp("The maximum size of an uploaded file, such as 500M or 8G.", valueName: "size")
    )
    var uploadLimit: ByteSize?

    /// The limits; nil if uploads are not allowed.
    var limits: UploadLimits? {
        guard uploads else { return nil }
        var limits = UploadLimits()
        if let uploadLimit {
            limits.fileSize = uploadLimit.bytes
            limits.totalSize = max(limits.totalSize, uploadLimit.bytes)
        }
        return limits
    }
}

/// A size in bytes as an argument: a number with an optional binary unit, such as `500M`, `1.5GB` or `8GiB`.
struct ByteSize: ExpressibleByArgument, Equatable {
    var bytes: UInt64

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let exponents = ["": 0, "b": 0, "k": 10, "kb": 10, "kib": 10, "m": 20, "mb": 20, "mib": 20]
            .merging(["g": 30, "gb": 30, "gib": 30, "t": 40, "tb": 40, "tib": 40]) { first, _ in first }
        guard let number = Double(digits), let exponent = exponents[argument.dropFirst(digits.count).lowercased()],
            let bytes = UInt64(exactly: (number * Double(UInt64(1) << exponent)).rounded()), bytes > 0
        else { return nil }
        self.bytes = bytes
    }
}
