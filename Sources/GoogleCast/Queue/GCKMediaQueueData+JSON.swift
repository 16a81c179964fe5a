import CastWire
import Foundation

extension GCKMediaQueueContainerMetadata.Content: WireContent {
    init?(_ wire: ContainerMetadata) {
        let fields = wire.fields
        self.init(
            containerType: fields.integer("containerType").flatMap(GCKMediaQueueContainerType.init) ?? .generic,
            title: fields.text("title"),
            sections: fields.models("sections", as: GCKMediaMetadata.Content.self) ?? [],
            containerDuration: fields.real("containerDuration") ?? kGCKInvalidTimeInterval,
            containerImages: fields.models("containerImages", as: GCKImage.Content.self) ?? [],
            authors: fields.texts("authors") ?? [],
            narrators: fields.texts("narrators") ?? [],
            publisher: fields.text("publisher") ?? "",
            releaseDate: fields.text("releaseDate") ?? ""
        )
    }

    func wire() throws(GCKError) -> ContainerMetadata {
        ContainerMetadata(
            containerType: containerType.rawValue,
            title: title,
            containerDuration: containerDuration.finite,
            containerImages: try containerImages?.wires(),
            sections: try sections?.wires(),
            authors: authors.isEmpty ? nil : authors,
            narrators: narrators.isEmpty ? nil : narrators,
            publisher: publisher.nonEmpty,
            releaseDate: releaseDate.nonEmpty
        )
    }
}

extension GCKMediaQueueData.Content: WireContent {
    init?(_ wire: QueueData) {
        let fields = wire.fields
        self.init(
            queueType: GCKMediaQueueType(fields.word("queueType")),
            queueID: fields.text("id"),
            name: fields.text("name"),
            entity: fields.text("entity"),
            repeatMode: GCKMediaRepeatMode(fields.word("repeatMode")),
            containerMetadata: fields.model("containerMetadata", as: GCKMediaQueueContainerMetadata.Content.self),
            startIndex: UInt(max(0, fields.integer("startIndex") ?? 0)),
            startTime: fields.real("startTime") ?? kGCKInvalidTimeInterval,
            items: fields.models("items", as: GCKMediaQueueItem.Content.self)
        )
    }

    /// Items lose their numbers: a receiver refuses to load items that have some.
    func wire() throws(GCKError) -> QueueData {
        var data = QueueData()
        data.queueType = queueType.word
        data.id = queueID
        data.name = name
        data.entity = entity
        data.repeatMode = repeatMode.word
        data.containerMetadata = try containerMetadata?.wire()
        data.startIndex = Int(clamping: startIndex)
        data.startTime = startTime.finite
        data.items = try items?.wires()?.map(\.withoutID)
        return data
    }
}

extension QueueItem {
    /// The item as one that a receiver does not know yet.
    var withoutID: QueueItem {
        var item = self
        item.itemID = nil
        return item
    }
}
