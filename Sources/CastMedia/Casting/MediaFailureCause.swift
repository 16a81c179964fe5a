// SPDX-License-Identifier: Apache-2.0

public import CastWire

/// Why a device does not play media, as far as the device, the media server and the plan tell.
///
/// A device reports one error for many causes. The requests that the server received distinguish most of them.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MediaFailureCause: Sendable, Hashable {
    /// The device never requested the media from this machine.
    case neverRequested
    /// Only this client requested the media, whose address is not that of the device.
    case requestedElsewhere(client: String)
    /// The server answered the device with this HTTP status, for example because the file is gone or `ffmpeg` failed.
    case notServed(status: Int, reason: String?)
    /// The server from which this machine relays the media refused it or failed, for this reason.
    case notRelayed(reason: String)
    /// The device does not play the format.
    case unsupportedFormat
    /// The device could not fetch the media, or parts of it.
    case network
    /// Another load replaced this one.
    case interrupted
    /// The device gave no usable reason.
    case unknown

    /// Determines the cause.
    ///
    /// - Parameters:
    ///   - code: The detailed error code of the device; `nil` without one.
    ///   - traffic: The requests to the server of this machine; `nil` for media from elsewhere.
    public init(_ code: DetailedErrorCode?, traffic: MediaTraffic?) {
        if let traffic, traffic.requests == 0 {
            self = traffic.lastRefusedClient.map { .requestedElsewhere(client: $0) } ?? .neverRequested
            return
        }
        if let traffic, traffic.isRelayed, let problem = traffic.lastProblem {
            self = .notRelayed(reason: problem)
            return
        }
        if let traffic, let status = traffic.lastStatus, status >= 400 {
            self = .notServed(status: status, reason: traffic.lastProblem)
            return
        }
        switch code?.family {
        case .mediaDecode?, .mediaSourceNotSupported?, .hlsSegmentParsing?, .sourceBufferFailure?:
            self = .unsupportedFormat
        case .mediaNetwork?, .networkUnknown?, .segmentNetwork?, .hlsNetworkMasterPlaylist?, .hlsNetworkPlaylist?,
            .hlsNetworkNoKeyResponse?, .hlsNetworkKeyLoad?, .hlsNetworkInvalidSegment?, .dashNetwork?:
            self = .network
        case .loadInterrupted?: self = .interrupted
        default: self = .unknown
        }
    }

    /// Whether another form of the media may play, which is not so if the device could not fetch it.
    var mayBeFormat: Bool {
        switch self {
        case .unsupportedFormat, .unknown: true
        case .neverRequested, .requestedElsewhere, .notServed, .notRelayed, .network, .interrupted: false
        }
    }

    /// What the server of this machine saw, in a sentence with a period; `nil` if that explains nothing.
    public var observation: String? {
        switch self {
        case .neverRequested: "It never requested the file from this machine."
        case .requestedElsewhere(let client): "Only \(client), which is not the device, requested the file."
        case .notServed(let status, let reason):
            "This machine answered \(status)\(reason.map { ": \($0)" } ?? "")."
        case .notRelayed(let reason): "This machine could not relay it: \(reason)."
        default: nil
        }
    }

    /// What to do next, in the imperative; `nil` if there is no advice.
    ///
    /// - Parameters:
    ///   - isLocal: Whether this machine serves the media.
    ///   - isConverted: Whether the media is converted by `ffmpeg`.
    public func advice(isLocal: Bool, isConverted: Bool) -> String? {
        switch self {
        case .neverRequested:
            "make sure this machine accepts incoming TCP connections, and both are on the same network (a guest Wi-Fi "
                + "often isolates devices)"
        case .requestedElsewhere: "serve the file to all addresses if the device uses several"
        case .notRelayed: "check the URL, and whether the headers or cookies for its server are still valid"
        case .notServed: "make sure the file still exists and can be read"
        case .unsupportedFormat where isConverted:
            "play a lower quality, or the file unchanged if the device is newer than its model name says"
        case .unsupportedFormat where isLocal:
            "convert it to MP4 with H.264 and AAC, which every device plays: "
                + "ffmpeg -i FILE -c:v libx264 -c:a aac -movflags +faststart film.mp4"
        case .unsupportedFormat:
            "open the URL in a browser: it must lead to the media itself, not to a page, in a supported format"
        case .network where isLocal: "make sure the network between this machine and the device is reliable"
        case .network: "make sure the URL works and the device can reach the internet"
        case .interrupted: "play the media again"
        case .unknown: nil
        }
    }
}
