// SPDX-License-Identifier: Apache-2.0

import CastFiles
import CastMedia
import CastWire
import SystemPackage

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How far a list of local files was played: the item and the position at which `cast play` continues it.
struct ListProgress: Hashable, Sendable {
    /// The absolute paths of the files, folders and playlists that the user named.
    var sources: [String]
    /// Whether subfolders are included.
    var isRecursive: Bool
    /// The ID of the device, or its address; nil if it is not known.
    var device: String?
    /// Whether ``device`` is an address.
    var isAddress = false
    /// The path of the item; nil for an item of a playlist that is a URL, which may contain a secret.
    var item: String?
    /// The index of the item in the list, which is used if the list no longer contains ``item``.
    var index = 0
    /// The position in seconds.
    var position = 0.0
    /// Whether the list was played to its end.
    var isFinished = false
    /// The time at which this was recorded, in seconds since 1970.
    var date = 0.0

    /// The largest size of the paths of a list that is recorded, in bytes.
    private static let sizeLimit = 1536

    /// Creates the beginning of a list.
    ///
    /// - Returns: Nil if the list is not recorded: a source is a URL, whose query may contain a secret, or the paths are
    ///   too long.
    init?(_ sources: [CastSource], isRecursive: Bool) {
        var paths: [String] = []
        for source in sources {
            guard case .file(let path) = source else { return nil }
            paths.append(Self.absolute(path))
        }
        guard !paths.isEmpty, paths.reduce(0, { $0 + $1.utf8.count }) <= Self.sizeLimit else { return nil }
        self.sources = paths
        self.isRecursive = isRecursive
    }

    /// Returns an absolute path without `.` and `..`.
    static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

    /// Returns the path of an item for the record; nil for a URL.
    static func path(of item: PlayItem) -> String? {
        guard case .file(let path) = item.source else { return nil }
        let full = absolute(path)
        return full.utf8.count <= sizeLimit ? full : nil
    }

    /// Returns whether both are about the same list.
    func isSameList(as other: ListProgress) -> Bool {
        sources == other.sources && isRecursive == other.isRecursive
    }

    /// Returns the index of the item in the current list, to which files may have been added.
    func index(in items: [PlayItem]) -> Int {
        let found = item.flatMap { item in items.firstIndex { Self.path(of: $0) == item } }
        return found ?? max(0, min(index, items.count - 1))
    }
}

extension ListProgress {
    /// The object in the file.
    var json: JSONObject {
        var object: JSONObject = [
            "sources": .array(sources.map { .string($0) }),
            "recursive": .bool(isRecursive),
            "index": .integer(Int64(index)),
            "position": .number(position),
            "finished": .bool(isFinished),
            "date": .number(date),
        ]
        if let device { object[isAddress ? "address" : "device"] = .string(device) }
        if let item { object["item"] = .string(item) }
        return object
    }

    /// Reads an object of the file; nil if it is not valid.
    init?(json value: JSONValue) {
        let sources = (value["sources"]?.arrayValue ?? []).compactMap(\.stringValue)
        guard !sources.isEmpty, sources.allSatisfy({ $0.hasPrefix("/") }),
            let date = value["date"].flatMap(Double.init(json:)), date.isFinite,
            let position = value["position"].flatMap(Double.init(json:)), position.isFinite, position >= 0,
            let index = value["index"].flatMap(Int.init(json:)), index >= 0
        else { return nil }
        self.sources = sources
        isRecursive = value["recursive"] == true
        isAddress = value["address"] != nil
        device = value["address"]?.stringValue ?? value["device"]?.stringValue
        item = value["item"]?.stringValue
        (self.index, self.position, self.date) = (index, position, date)
        isFinished = value["finished"] == true
    }
}

/// The file with the progress of the lists that were played last. Only this user can read it.
struct ListProgressFile: Hashable, Sendable {
    let path: String

    /// The largest number of lists.
    static let countLimit = 20
    /// The time after which a list is forgotten: 90 days, in seconds.
    static let lifetime = 90 * 86_400.0
    private static let sizeLimit = JSONLimits.payload.bytes

    /// Returns the lists, the newest one first. A file that is damaged, that other users can write, or that a later version
    /// wrote counts as empty. Blocks briefly on the file system.
    ///
    /// - Parameter now: The time in seconds since 1970.
    func load(at now: Double) -> [ListProgress] {
        guard let status = try? Stat(path, followTargetSymlink: false), status.type == .regular, status.isOwn,
            !status.isWritableByOthers, status.size <= Self.sizeLimit,
            let bytes = try? LimitedFile.read(path, limit: Self.sizeLimit),
            let object = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)), object["version"] == 1
        else { return [] }
        let lists = (object["lists"]?.arrayValue ?? []).compactMap(ListProgress.init(json:))
        // A time in the future means that the clock was set back, which must not keep a list forever.
        return Array(
            lists.filter { abs(now - $0.date) < Self.lifetime }.sorted { $0.date > $1.date }.prefix(Self.countLimit)
        )
    }

    /// Records the progress of a list. Blocks briefly on the file system.
    ///
    /// - Throws: The reason that the file cannot be written.
    func save(_ progress: ListProgress) throws(FileFailure) {
        var lists = load(at: progress.date).filter { !$0.isSameList(as: progress) }
        lists = Array(([progress] + lists).prefix(Self.countLimit))
        var text = Self.text(lists)
        while text.utf8.count > Self.sizeLimit, lists.count > 1 {
            lists.removeLast()
            text = Self.text(lists)
        }
        try PrivateFile.makeFolder(of: path)
        try PrivateFile.replace(path, with: Array(text.utf8))
    }

    private static func text(_ lists: [ListProgress]) -> String {
        let object: JSONObject = ["version": 1, "lists": .array(lists.map { .object($0.json) })]
        return JSONValue.object(object).jsonString
    }
}
