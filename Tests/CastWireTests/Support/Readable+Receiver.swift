// SPDX-License-Identifier: Apache-2.0

import CastWire

extension CloseMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("CloseMessage.requestID", requestID)
        reader.read("CloseMessage.reasonCode", reasonCode)
        reader.read("CloseMessage.reason", reason)
    }
}

extension ConnectRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("ConnectRequest.requestID", requestID)
        reader.read("ConnectRequest.userAgent", userAgent)
        reader.read("ConnectRequest.connectionType", connectionType)
        reader.read("ConnectRequest.senderInfo", senderInfo)
        reader.read("ConnectRequest.origin", origin)
        reader.read("ConnectRequest.protocolVersion", protocolVersion)
        reader.read("ConnectRequest.protocolVersionList", protocolVersionList)
        reader.read("ConnectRequest.package", package)
        reader.read("ConnectRequest.hasInvalidConnectionType", hasInvalidConnectionType)
    }
}

extension ConnectedReply: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("ConnectedReply.requestID", requestID)
        reader.read("ConnectedReply.protocolVersion", protocolVersion)
    }
}

extension SenderInfo: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SenderInfo.sdkType", sdkType)
        reader.read("SenderInfo.version", version)
        reader.read("SenderInfo.browserVersion", browserVersion)
        reader.read("SenderInfo.platform", platform)
        reader.read("SenderInfo.systemVersion", systemVersion)
        reader.read("SenderInfo.connectionType", connectionType)
    }
}

extension HeartbeatMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("HeartbeatMessage.isPing", isPing)
        reader.read("HeartbeatMessage.isPong", isPong)
    }
}

extension AppAvailabilityReply: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("AppAvailabilityReply.requestID", requestID)
        reader.read("AppAvailabilityReply.availability", availability)
    }
}

extension ApplicationStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("Application.appID", appID)
        reader.read("Application.appType", appType)
        reader.read("Application.displayName", displayName)
        reader.read("Application.iconURL", iconURL)
        reader.read("Application.isIdleScreen", isIdleScreen)
        reader.read("Application.launchedFromCloud", launchedFromCloud)
        reader.read("Application.namespaces", namespaces)
        reader.read("Application.senderConnected", senderConnected)
        reader.read("Application.sessionID", sessionID)
        reader.read("Application.statusText", statusText)
        reader.read("Application.transportID", transportID)
        reader.read("Application.universalAppID", universalAppID)
    }
}

extension GetAppAvailabilityRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("GetAppAvailabilityRequest.requestID", requestID)
        reader.read("GetAppAvailabilityRequest.appIDs", appIDs)
    }
}

extension GetReceiverStatusRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("GetReceiverStatusRequest.requestID", requestID)
    }
}

extension LaunchErrorMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("LaunchErrorMessage.requestID", requestID)
        reader.read("LaunchErrorMessage.reason", reason)
        reader.read("LaunchErrorMessage.extendedError", extendedError)
    }
}

extension LaunchRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("LaunchRequest.requestID", requestID)
        reader.read("LaunchRequest.appID", appID)
        reader.read("LaunchRequest.language", language)
        reader.read("LaunchRequest.supportedAppTypes", supportedAppTypes)
        reader.read("LaunchRequest.appParams", appParams)
    }
}

extension LaunchStatusMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("LaunchStatusMessage.requestID", requestID)
        reader.read("LaunchStatusMessage.launchRequestID", launchRequestID)
        reader.read("LaunchStatusMessage.status", status)
    }
}

extension ReceiverStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("ReceiverStatus.applications", applications)
        reader.read("ReceiverStatus.volume", volume)
        reader.read("ReceiverStatus.isActiveInput", isActiveInput)
        reader.read("ReceiverStatus.isStandBy", isStandBy)
        reader.read("ReceiverStatus.userEq", userEq)
        reader.read("ReceiverStatus.displayName", displayName)
        reader.read("ReceiverStatus.hasApplicationsKey", hasApplicationsKey)
    }
}

extension ReceiverStatusMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("ReceiverStatusMessage.requestID", requestID)
        reader.read("ReceiverStatusMessage.status", status)
    }
}

extension SetReceiverVolumeRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SetReceiverVolumeRequest.requestID", requestID)
        reader.read("SetReceiverVolumeRequest.volume", volume)
    }
}

extension StopRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("StopRequest.requestID", requestID)
        reader.read("StopRequest.sessionID", sessionID)
    }
}

extension CastVolume: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("Volume.level", level)
        reader.read("Volume.muted", muted)
        reader.read("Volume.controlType", controlType)
        reader.read("Volume.stepInterval", stepInterval)
    }
}

extension InvalidRequestMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("InvalidRequestMessage.requestID", requestID)
        reader.read("InvalidRequestMessage.reason", reason)
        reader.read("InvalidRequestMessage.customData", customData)
    }
}

extension DeviceAddedMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("DeviceAddedMessage.requestID", requestID)
        reader.read("DeviceAddedMessage.device", device)
    }
}

extension DeviceRemovedMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("DeviceRemovedMessage.requestID", requestID)
        reader.read("DeviceRemovedMessage.deviceID", deviceID)
    }
}

extension DeviceUpdatedMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("DeviceUpdatedMessage.requestID", requestID)
        reader.read("DeviceUpdatedMessage.device", device)
    }
}

extension GetCastingGroupsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("GetCastingGroupsRequest.requestID", requestID)
    }
}

extension GetMultizoneStatusRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("GetMultizoneStatusRequest.requestID", requestID)
    }
}

extension MultizoneDevice: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("MultizoneDevice.deviceID", deviceID)
        reader.read("MultizoneDevice.name", name)
        reader.read("MultizoneDevice.capabilities", capabilities)
        reader.read("MultizoneDevice.volume", volume)
        reader.read("MultizoneDevice.normalizedDeviceID", normalizedDeviceID)
    }
}

extension MultizoneStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("MultizoneStatus.devices", devices)
        reader.read("MultizoneStatus.isMultichannel", isMultichannel)
        reader.read("MultizoneStatus.playbackSession", playbackSession)
    }
}

extension MultizoneStatusMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("MultizoneStatusMessage.requestID", requestID)
        reader.read("MultizoneStatusMessage.status", status)
    }
}

extension PlaybackSession: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("PlaybackSession.appAllowsGrouping", appAllowsGrouping)
        reader.read("PlaybackSession.isVideoContent", isVideoContent)
        reader.read("PlaybackSession.streamTransferSupported", streamTransferSupported)
        reader.read("PlaybackSession.immutableDevices", immutableDevices)
    }
}

extension SetDeviceVolumeRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("SetDeviceVolumeRequest.requestID", requestID)
        reader.read("SetDeviceVolumeRequest.deviceID", deviceID)
        reader.read("SetDeviceVolumeRequest.volume", volume)
    }
}

extension DeviceInfoMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("DeviceInfoMessage.requestID", requestID)
        reader.read("DeviceInfoMessage.deviceID", deviceID)
        reader.read("DeviceInfoMessage.friendlyName", friendlyName)
        reader.read("DeviceInfoMessage.deviceModel", deviceModel)
        reader.read("DeviceInfoMessage.deviceCapabilities", deviceCapabilities)
        reader.read("DeviceInfoMessage.deviceIconURL", deviceIconURL)
        reader.read("DeviceInfoMessage.receiverMetricsID", receiverMetricsID)
        reader.read("DeviceInfoMessage.wifiProximityID", wifiProximityID)
        reader.read("DeviceInfoMessage.controlNotifications", controlNotifications)
    }
}

extension GetDeviceInfoRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("GetDeviceInfoRequest.requestID", requestID)
    }
}

extension EurekaGroup: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("EurekaGroup.name", name)
        reader.read("EurekaGroup.uuid", uuid)
        reader.read("EurekaGroup.electedLeader", electedLeader)
        reader.read("EurekaGroup.castPort", castPort)
        reader.read("EurekaGroup.isMultichannel", isMultichannel)
    }
}

extension EurekaInfo: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("EurekaInfo.name", name)
        reader.read("EurekaInfo.version", version)
        reader.read("EurekaInfo.deviceID", deviceID)
        reader.read("EurekaInfo.manufacturer", manufacturer)
        reader.read("EurekaInfo.modelName", modelName)
        reader.read("EurekaInfo.productName", productName)
        reader.read("EurekaInfo.buildRevision", buildRevision)
        reader.read("EurekaInfo.buildNumber", buildNumber)
        reader.read("EurekaInfo.releaseTrack", releaseTrack)
        reader.read("EurekaInfo.macAddress", macAddress)
        reader.read("EurekaInfo.ipAddress", ipAddress)
        reader.read("EurekaInfo.uptime", uptime)
        reader.read("EurekaInfo.setupState", setupState)
        reader.read("EurekaInfo.locale", locale)
        reader.read("EurekaInfo.timezone", timezone)
        reader.read("EurekaInfo.capabilities", capabilities)
        reader.read("EurekaInfo.isDisplaySupported", isDisplaySupported)
        reader.read("EurekaInfo.isMultizoneSupported", isMultizoneSupported)
        reader.read("EurekaInfo.groups", groups)
        reader.read("EurekaInfo.dynamicGroups", dynamicGroups)
    }
}

extension EurekaInfoReply: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("EurekaInfoReply.requestID", requestID)
        reader.read("EurekaInfoReply.responseCode", responseCode)
        reader.read("EurekaInfoReply.responseString", responseString)
        reader.read("EurekaInfoReply.data", data)
    }
}

extension EurekaInfoRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read("EurekaInfoRequest.requestID", requestID)
        reader.read("EurekaInfoRequest.params", params)
    }
}
