// SPDX-License-Identifier: Apache-2.0

public import CastWire

// The text form of a state: one JSON object with a version. Another program may have written it, so every member that
// is used is validated, and its size is limited. Unknown members are ignored.

extension DeviceState {
    /// The version of the text form. Later versions are rejected.
    public static let version = 1
    /// The maximum size of the text form, in bytes.
    public static let sizeLimit = 16 << 20
    private static let limits = JSONLimits(depth: 64, bytes: sizeLimit, values: 1 << 20)
    /// The maximum length of a name or an id, in bytes.
    private static let textLimit = 1024

    /// The state as a JSON object.
    public var json: JSONObject {
        var object: JSONObject = [
            "version": .integer(Int64(Self.version)),
            "device": ["id": .string(deviceID), "name": .string(deviceName)],
            "capturedAt": .number(capturedAt),
        ]
        if let volume { object["volume"] = ["level": .number(volume.level), "muted": .bool(volume.isMuted)] }
        if let application {
            object["application"] = ["id": .string(application.id), "name": .string(application.name)]
        }
        guard let playback else { return object }
        object["playback"] = .object(playback.json)
        return object
    }

    /// The text form of the state.
    public var text: String { json.jsonString + "\n" }

    /// Parses the text form.
    ///
    /// - Throws: ``DeviceStateError`` with `damaged` or `newerVersion`.
    public init(text: String) throws(DeviceStateError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: text, limits: Self.limits)
        } catch {
            throw .damaged("\(error)")
        }
        guard let object = value.objectValue else { throw .damaged("it is not a JSON object") }
        try self.init(object)
    }

    /// Reads a state from its JSON object.
    ///
    /// - Throws: ``DeviceStateError`` with `damaged` or `newerVersion`.
    public init(_ object: JSONObject) throws(DeviceStateError) {
        guard let version = object["version"].flatMap(Int.init(json:)), version >= 1 else {
            throw .damaged("it has no version")
        }
        guard version <= Self.version else { throw .newerVersion(version) }
        guard let device = object["device"]?.objectValue else { throw .damaged("it names no device") }
        self.init(
            deviceID: try Self.string(device, "id"),
            deviceName: try Self.string(device, "name"),
            capturedAt: object["capturedAt"].flatMap(Double.init(json:)).flatMap { $0.isFinite ? $0 : nil } ?? 0
        )
        if let volume = object["volume"], !volume.isNull {
            guard let level = volume["level"].flatMap(Double.init(json:)), (0...1).contains(level) else {
                throw .damaged("its volume is not a number from 0 to 1")
            }
            self.volume = Volume(level: level, isMuted: volume["muted"].flatMap(Bool.init(json:)) ?? false)
        }
        if let application = object["application"], !application.isNull {
            guard let fields = application.objectValue else { throw .damaged("its application is not an object") }
            let id = try Self.string(fields, "id")
            guard !id.isEmpty else { throw .damaged("its application has no id") }
            self.application = Application(id: id, name: try Self.string(fields, "name"))
        }
        if let playback = object["playback"], !playback.isNull {
            guard let fields = playback.objectValue else { throw .damaged("its playback is not an object") }
            self.playback = try Playback(fields)
        }
    }

    private static func string(_ object: JSONObject, _ key: String) throws(DeviceStateError) -> String {
        guard let value = object[key] else { return "" }
        guard let text = value.stringValue, text.utf8.count <= textLimit else {
            throw .damaged("its \(key) is invalid")
        }
        return text
    }
}

extension DeviceState.Playback {
    fileprivate var json: JSONObject {
        var object: JSONObject = [
            "media": .object(media.fields),
            "position": position.map { .number($0) } ?? .null,
            "paused": .bool(isPaused),
            "rate": .number(rate),
        ]
        if let activeTrackIDs { object["activeTrackIDs"] = activeTrackIDs.json }
        guard let queue else { return object }
        object["queue"] = [
            "items": .array(queue.items.map { .object($0.fields) }),
            "currentIndex": .integer(Int64(queue.currentIndex)),
            "repeatMode": queue.repeatMode.json,
            "properties": .object(queue.properties.fields),
            "omittedItems": .integer(Int64(queue.omittedItems)),
        ]
        return object
    }

    fileprivate init(_ object: JSONObject) throws(DeviceStateError) {
        guard let media = object["media"]?.objectValue else { throw .damaged("its playback has no media") }
        self.init(media: MediaInformation(fields: media))
        if let position = object["position"], !position.isNull {
            guard let seconds = Double(json: position), seconds.isFinite, seconds >= 0 else {
                throw .damaged("its position is not a number of seconds")
            }
            self.position = seconds
        }
        isPaused = object["paused"].flatMap(Bool.init(json:)) ?? false
        rate = object["rate"].flatMap(Double.init(json:)) ?? 1
        guard rate.isFinite, rate > 0 else { throw .damaged("its playback rate is not a positive number") }
        activeTrackIDs = object["activeTrackIDs"].flatMap([Int].init(json:))
        guard let queue = object["queue"], !queue.isNull else { return }
        let items = (queue["items"]?.arrayValue ?? []).compactMap(\.objectValue).map(QueueItem.init(fields:))
        guard let index = queue["currentIndex"].flatMap(Int.init(json:)), items.indices.contains(index) else {
            throw .damaged("its queue has no current item")
        }
        self.queue = DeviceState.Queue(
            items: items,
            currentIndex: index,
            repeatMode: queue["repeatMode"].flatMap(RepeatMode.init(json:)) ?? .off,
            properties: QueueData(fields: queue["properties"]?.objectValue ?? [:]),
            omittedItems: max(queue["omittedItems"].flatMap(Int.init(json:)) ?? 0, 0)
        )
    }
}
