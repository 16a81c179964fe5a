// SPDX-License-Identifier: Apache-2.0

import CastWire

/// Returns the typed payload of a message of a namespace.
func typedPayload(of object: JSONObject, in namespace: String) -> (any WireObject & Readable)? {
    switch CastNamespace(namespace) {
    case .connection:
        switch ConnectionMessage(object) {
        case .connect(let payload): payload
        case .connected(let payload): payload
        case .close(let payload): payload
        case .unknown: nil
        }
    case .heartbeat: HeartbeatMessage(fields: object)
    case .receiver: receiverPayload(of: object)
    case .media: mediaPayload(of: object)
    case .multizone:
        switch MultizoneMessage(object) {
        case .status(let payload): payload
        case .deviceAdded(let payload): payload
        case .deviceUpdated(let payload): payload
        case .deviceRemoved(let payload): payload
        case .invalidRequest(let payload): payload
        case .playbackSessionUpdated, .castingGroups, .unknown: nil
        }
    default: namespace == "http" ? EurekaInfo(fields: object) : nil
    }
}

private func receiverPayload(of object: JSONObject) -> (any WireObject & Readable)? {
    switch ReceiverMessage(object) {
    case .status(let payload): return payload
    case .launchStatus(let payload): return payload
    case .launchError(let payload): return payload
    case .appAvailability(let payload): return payload
    case .invalidRequest(let payload): return payload
    case .unknown: break
    }
    switch ReceiverRequest(object) {
    case .getStatus(let payload): return payload
    case .launch(let payload): return payload
    case .stop(let payload): return payload
    case .setVolume(let payload): return payload
    case .getAppAvailability(let payload): return payload
    case .unknown: return nil
    }
}

private func mediaPayload(of object: JSONObject) -> (any WireObject & Readable)? {
    switch MediaMessage(object) {
    case .status(let payload): payload
    case .loadFailed(let payload): payload
    case .error(let payload): payload
    case .unknown(type: "LOAD"): LoadRequest(fields: object)
    default: nil
    }
}
