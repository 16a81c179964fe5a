// SPDX-License-Identifier: Apache-2.0

import CastWire

@testable import CastReceiver

/// A message sent by a device, parsed for tests.
struct Sent: Equatable {
    var socket: Int
    var source: String
    var destination: String
    var namespace: CastNamespace
    var payload: JSONObject

    var type: String? { payload.messageType }
    var requestID: Int? { payload.requestID }
    var isBroadcast: Bool { destination == CastMessage.broadcastID }

    init(socket: Int, message: CastMessage) {
        self.socket = socket
        source = message.sourceID
        destination = message.destinationID
        namespace = message.namespace
        payload = (try? message.jsonObject()) ?? JSONObject()
    }
}

extension [PlatformAction] {
    var sent: [Sent] {
        compactMap { action in
            guard case .send(let message, let socket) = action else { return nil }
            return Sent(socket: socket.number, message: message)
        }
    }

    /// The actions that send no message.
    var otherActions: [PlatformAction] {
        filter { action in
            guard case .send = action else { return true }
            return false
        }
    }

    /// The types of the sent messages, in order.
    var types: [String] { sent.map { $0.type ?? "?" } }
}
