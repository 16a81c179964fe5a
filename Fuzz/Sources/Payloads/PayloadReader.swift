// SPDX-License-Identifier: Apache-2.0

import CastWire

/// A payload whose public properties can be read. The unit tests of `CastWire` declare them for all payloads; their files
/// are linked into this folder.
protocol Readable {
    func read(into reader: inout PropertyReader)
}

/// A reader of properties, nested ones included.
struct PropertyReader {
    private var depth = 0

    mutating func read<Value>(_ name: StaticString, _ value: Value?) {
        guard let value, depth < 8 else { return }
        depth += 1
        defer { depth -= 1 }
        if let readable = value as? any Readable {
            readable.read(into: &self)
        } else if let list = value as? [any Readable] {
            for readable in list { readable.read(into: &self) }
        }
    }
}

enum PayloadReader {
    typealias Payload = WireObject & Readable

    /// All payloads and parts of payloads.
    static let types: [any Payload.Type] = [
        AppAvailabilityReply.self, ApplicationStatus.self, AudioTrackInfo.self, Break.self, BreakClip.self,
        BreakStatus.self, CastVolume.self, CloseMessage.self, ConnectRequest.self, ConnectedReply.self,
        ContainerMetadata.self, DeviceAddedMessage.self, DeviceInfoMessage.self, DeviceRemovedMessage.self,
        DeviceUpdatedMessage.self, EditAudioTracksRequest.self, EditTracksInfoRequest.self, EurekaGroup.self,
        EurekaInfo.self, EurekaInfoReply.self, EurekaInfoRequest.self, ExtendedStatus.self,
        GetAppAvailabilityRequest.self, GetCastingGroupsRequest.self, GetDeviceInfoRequest.self,
        GetMediaStatusRequest.self, GetMultizoneStatusRequest.self, GetReceiverStatusRequest.self,
        HeartbeatMessage.self, InvalidPlayerStateMessage.self, InvalidRequestMessage.self, LaunchErrorMessage.self,
        LaunchRequest.self, LaunchStatusMessage.self, LiveSeekableRange.self, LoadByEntityRequest.self,
        LoadCancelledMessage.self, LoadFailedMessage.self, LoadOptions.self, LoadRequest.self, MediaErrorMessage.self,
        MediaImage.self, MediaInformation.self, MediaMetadata.self, MediaStatus.self, MediaStatusMessage.self,
        MediaTrack.self, MultizoneDevice.self, MultizoneStatus.self, MultizoneStatusMessage.self, PauseRequest.self,
        PlayAgainRequest.self, PlayRequest.self, PlaybackSession.self, PrecacheRequest.self, QueueChangeMessage.self,
        QueueData.self, QueueGetItemIDsRequest.self, QueueGetItemRangeRequest.self, QueueGetItemsRequest.self,
        QueueInsertRequest.self, QueueItem.self, QueueItemIDsMessage.self, QueueItemsMessage.self,
        QueueLoadRequest.self, QueueNextRequest.self, QueuePrevRequest.self, QueueRemoveRequest.self,
        QueueReorderRequest.self, QueueShuffleRequest.self, QueueUpdateRequest.self, ReceiverStatus.self,
        ReceiverStatusMessage.self, ResumeSessionRequest.self, SeekRequest.self, SenderInfo.self, SessionState.self,
        SessionStateMessage.self, SetCredentialsRequest.self, SetDeviceVolumeRequest.self,
        SetPlaybackRateRequest.self, SetReceiverVolumeRequest.self, SetStreamVolumeRequest.self, SkipAdRequest.self,
        StopMediaRequest.self, StopRequest.self, StoreSessionRequest.self, TextTrackStyle.self,
        UserActionRequest.self, UserActionState.self, VASTAdsRequest.self, VideoInfo.self,
    ]

    /// Reads all properties of an object as one type, and what its initializers from JSON and to JSON do.
    static func read(_ object: JSONObject, as type: any Payload.Type) {
        let payload = type.init(fields: object)
        var reader = PropertyReader()
        payload.read(into: &reader)
        require(payload.json == .object(object), "\(type) changed its members")
        _ = (payload as? any CastPayload)?.requestID
    }

    /// The number of the type that is meant to read an object; 0 if the object does not tell.
    static func index(of object: JSONObject) -> Int {
        types.firstIndex { ($0 as? any CastPayload.Type)?.type == object.messageType } ?? 0
    }
}
