// SPDX-License-Identifier: Apache-2.0

/// A message that reports why media cannot be played. All keys are optional.
public protocol MediaFailureMessage: CastPayload {}

extension MediaFailureMessage {
    /// Creates the object. Keys whose value is nil are omitted.
    public init(
        detailedErrorCode: DetailedErrorCode? = nil,
        reason: InvalidRequestReason? = nil,
        itemID: Int? = nil,
        customData: JSONValue? = nil,
        requestID: Int? = nil
    ) {
        self.init(fields: JSONObject(type: Self.type))
        self.detailedErrorCode = detailedErrorCode
        self.reason = reason
        self.itemID = itemID
        self.customData = customData
        self.requestID = requestID
    }

    /// The error as a number.
    public var detailedErrorCode: DetailedErrorCode? {
        get { self["detailedErrorCode"] }
        set { self["detailedErrorCode"] = newValue }
    }

    /// The error as a constant.
    public var reason: InvalidRequestReason? {
        get { self["reason"] }
        set { self["reason"] = newValue }
    }

    /// The ID of the queue item concerned.
    public var itemID: Int? {
        get { self["itemId"] }
        set { self["itemId"] = newValue }
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}

/// LOAD_FAILED: the media cannot be loaded. The message can arrive minutes after the load.
public struct LoadFailedMessage: MediaFailureMessage {
    public static let type = "LOAD_FAILED"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }
}

/// ERROR: a playback error.
public struct MediaErrorMessage: MediaFailureMessage {
    public static let type = "ERROR"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }
}

/// A detailed media error code. Undefined numbers are preserved.
public struct DetailedErrorCode: WireNumber, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(integerLiteral value: Int) { rawValue = value }

    /// The first three digits. Some receivers append the digits of a network or HTTP error, as in `311404`.
    public var family: DetailedErrorCode {
        var number = rawValue
        while number > 999 { number /= 10 }
        return DetailedErrorCode(rawValue: number)
    }

    public var description: String { String(rawValue) }

    public static let mediaUnknown: DetailedErrorCode = 100
    public static let mediaAborted: DetailedErrorCode = 101
    public static let mediaDecode: DetailedErrorCode = 102
    public static let mediaNetwork: DetailedErrorCode = 103
    /// The container or codec is not supported, or the URL cannot be loaded. If the host does not respond, this is
    /// reported minutes later.
    public static let mediaSourceNotSupported: DetailedErrorCode = 104
    public static let sourceBufferFailure: DetailedErrorCode = 110
    public static let mediaKeysUnknown: DetailedErrorCode = 200
    public static let mediaKeysNetwork: DetailedErrorCode = 201
    public static let mediaKeysUnsupported: DetailedErrorCode = 202
    public static let mediaKeysWebCrypto: DetailedErrorCode = 203
    public static let networkUnknown: DetailedErrorCode = 300
    public static let segmentNetwork: DetailedErrorCode = 301
    public static let hlsNetworkMasterPlaylist: DetailedErrorCode = 311
    public static let hlsNetworkPlaylist: DetailedErrorCode = 312
    public static let hlsNetworkNoKeyResponse: DetailedErrorCode = 313
    public static let hlsNetworkKeyLoad: DetailedErrorCode = 314
    public static let hlsNetworkInvalidSegment: DetailedErrorCode = 315
    public static let hlsSegmentParsing: DetailedErrorCode = 316
    public static let dashNetwork: DetailedErrorCode = 321
    public static let dashNoInit: DetailedErrorCode = 322
    public static let smoothNetwork: DetailedErrorCode = 331
    public static let smoothNoMediaData: DetailedErrorCode = 332
    public static let manifestUnknown: DetailedErrorCode = 400
    public static let hlsManifestMaster: DetailedErrorCode = 411
    public static let hlsManifestPlaylist: DetailedErrorCode = 412
    public static let dashManifestUnknown: DetailedErrorCode = 420
    public static let dashManifestNoPeriods: DetailedErrorCode = 421
    public static let dashManifestNoMIMEType: DetailedErrorCode = 422
    public static let dashInvalidSegmentInfo: DetailedErrorCode = 423
    public static let smoothManifest: DetailedErrorCode = 431
    public static let segmentUnknown: DetailedErrorCode = 500
    public static let textUnknown: DetailedErrorCode = 600
    /// An error of the application.
    public static let app: DetailedErrorCode = 900
    public static let breakClipLoading: DetailedErrorCode = 901
    public static let breakSeekInterceptor: DetailedErrorCode = 902
    public static let image: DetailedErrorCode = 903
    /// The load was superseded by another one.
    public static let loadInterrupted: DetailedErrorCode = 904
    public static let loadFailed: DetailedErrorCode = 905
    public static let mediaErrorMessage: DetailedErrorCode = 906
    public static let generic: DetailedErrorCode = 999
}

/// INVALID_PLAYER_STATE: the request is not possible in the current player state.
public struct InvalidPlayerStateMessage: CastPayload {
    public static let type = "INVALID_PLAYER_STATE"
    public static let namespace = CastNamespace.media

    public var fields: JSONObject

    public init(fields: JSONObject) { self.fields = fields }

    /// Creates the object. Keys whose value is nil are omitted.
    public init(customData: JSONValue? = nil, requestID: Int? = nil) {
        fields = JSONObject(type: Self.type)
        self.customData = customData
        self.requestID = requestID
    }

    /// Application-defined data, which is passed through unchanged.
    public var customData: JSONValue? {
        get { self["customData"] }
        set { self["customData"] = newValue }
    }
}
