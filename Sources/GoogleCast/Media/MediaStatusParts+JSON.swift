import CastWire
import Foundation

extension GCKVideoInfo.Content {
    init(_ wire: VideoInfo) {
        let fields = wire.fields
        self.init(
            width: UInt(max(0, fields.integer("width") ?? 0)),
            height: UInt(max(0, fields.integer("height") ?? 0)),
            hdrType: GCKVideoInfoHDRType(fields.word("hdrType"))
        )
    }
}

extension GCKMediaLiveSeekableRange.Content {
    init(_ wire: LiveSeekableRange) {
        let fields = wire.fields
        self.init(
            startTime: fields.real("start") ?? 0,
            endTime: fields.real("end") ?? 0,
            isMovingWindow: fields.flag("isMovingWindow") ?? false,
            isLiveDone: fields.flag("isLiveDone") ?? false
        )
    }
}
