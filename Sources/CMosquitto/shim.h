// SPDX-License-Identifier: Apache-2.0
// The MQTT client library of Eclipse Mosquitto (libmosquitto-dev).
#include <mosquitto.h>
#include <mqtt_protocol.h>
