// SPDX-License-Identifier: Apache-2.0

#if MQTT
import CMosquitto

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Messages in the form of libmosquitto.
extension BrokerMessage {
    /// The properties of the message in the form of libmosquitto. The caller frees them.
    var mosquittoProperties: OpaquePointer? {
        var properties: OpaquePointer?
        if let expiry {
            mosquitto_property_add_int32(&properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), expiry)
        }
        if let topic = responseTopic {
            mosquitto_property_add_string(&properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), topic)
        }
        if let correlation, let count = UInt16(exactly: correlation.count) {
            mosquitto_property_add_binary(
                &properties,
                Int32(MQTT_PROP_CORRELATION_DATA.rawValue),
                correlation,
                count
            )
        }
        return properties
    }

    /// Creates the message that has arrived; nil if it is larger than ``payloadLimit``, which the broker was told.
    init?(_ message: mosquitto_message, _ properties: OpaquePointer?) {
        guard message.payloadlen >= 0, message.payloadlen <= BrokerMessage.payloadLimit, let topic = message.topic
        else { return nil }
        let payload = message.payload.map {
            [UInt8](UnsafeRawBufferPointer(start: $0, count: Int(message.payloadlen)))
        }
        self.init(topic: String(cString: topic), payload: payload ?? [], isRetained: message.retain)
        var expiry: UInt32 = 0
        let hasExpiry = mosquitto_property_read_int32(
            properties,
            Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue),
            &expiry,
            false
        )
        if hasExpiry != nil { self.expiry = expiry }
        var text: UnsafeMutablePointer<CChar>?
        mosquitto_property_read_string(properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), &text, false)
        if let text {
            responseTopic = String(cString: text)
            free(text)
        }
        var bytes: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        mosquitto_property_read_binary(
            properties,
            Int32(MQTT_PROP_CORRELATION_DATA.rawValue),
            &bytes,
            &count,
            false
        )
        if let bytes {
            correlation = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            free(bytes)
        }
    }
}
#endif
