// SPDX-License-Identifier: Apache-2.0

/// The limits for files that pages of a web remote upload.
public struct UploadLimits: Sendable, Hashable {
    /// The maximum size of a file in bytes. Default 8 GiB.
    public var fileSize: UInt64 = 8 << 30
    /// The maximum size of all files in bytes. Default 16 GiB. One GiB of the disk stays free in any case.
    public var totalSize: UInt64 = 16 << 30
    /// The maximum number of files. Default 200.
    public var count = 200

    /// The part of the disk in bytes that uploads do not use.
    static let reservedDiskSpace: UInt64 = 1 << 30

    /// Creates limits with their defaults.
    public init() {}
}
