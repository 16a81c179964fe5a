import CastWire

extension CloseMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(reasonCode)
        reader.read(reason)
    }
}

extension ConnectRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(userAgent)
        reader.read(connectionType)
        reader.read(senderInfo)
        reader.read(origin)
        reader.read(protocolVersion)
        reader.read(protocolVersionList)
        reader.read(package)
        reader.read(hasInvalidConnectionType)
    }
}

extension ConnectedReply: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(protocolVersion)
    }
}

extension SenderInfo: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(sdkType)
        reader.read(version)
        reader.read(browserVersion)
        reader.read(platform)
        reader.read(systemVersion)
        reader.read(connectionType)
    }
}

extension HeartbeatMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(isPing)
        reader.read(isPong)
    }
}

extension AppAvailabilityReply: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(availability)
    }
}

extension Application: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(appID)
        reader.read(appType)
        reader.read(displayName)
        reader.read(iconURL)
        reader.read(isIdleScreen)
        reader.read(launchedFromCloud)
        reader.read(namespaces)
        reader.read(senderConnected)
        reader.read(sessionID)
        reader.read(statusText)
        reader.read(transportID)
        reader.read(universalAppID)
    }
}

extension GetAppAvailabilityRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(appIDs)
    }
}

extension GetReceiverStatusRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
    }
}

extension LaunchErrorMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(reason)
        reader.read(extendedError)
    }
}

extension LaunchRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(appID)
        reader.read(language)
        reader.read(supportedAppTypes)
        reader.read(appParams)
    }
}

extension LaunchStatusMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(launchRequestID)
        reader.read(status)
    }
}

extension ReceiverStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(applications)
        reader.read(volume)
        reader.read(isActiveInput)
        reader.read(isStandBy)
        reader.read(userEq)
        reader.read(displayName)
        reader.read(hasApplicationsKey)
    }
}

extension ReceiverStatusMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(status)
    }
}

extension SetReceiverVolumeRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(volume)
    }
}

extension StopRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(sessionID)
    }
}

extension Volume: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(level)
        reader.read(muted)
        reader.read(controlType)
        reader.read(stepInterval)
    }
}

extension InvalidRequestMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(reason)
        reader.read(customData)
    }
}

extension DeviceAddedMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(device)
    }
}

extension DeviceRemovedMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(deviceID)
    }
}

extension DeviceUpdatedMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(device)
    }
}

extension GetCastingGroupsRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
    }
}

extension GetMultizoneStatusRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
    }
}

extension MultizoneDevice: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(deviceID)
        reader.read(name)
        reader.read(capabilities)
        reader.read(volume)
        reader.read(normalizedDeviceID)
    }
}

extension MultizoneStatus: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(devices)
        reader.read(isMultichannel)
        reader.read(playbackSession)
    }
}

extension MultizoneStatusMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(status)
    }
}

extension PlaybackSession: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(appAllowsGrouping)
        reader.read(isVideoContent)
        reader.read(streamTransferSupported)
        reader.read(immutableDevices)
    }
}

extension SetDeviceVolumeRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(deviceID)
        reader.read(volume)
    }
}

extension DeviceInfoMessage: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(deviceID)
        reader.read(friendlyName)
        reader.read(deviceModel)
        reader.read(deviceCapabilities)
        reader.read(deviceIconURL)
        reader.read(receiverMetricsID)
        reader.read(wifiProximityID)
        reader.read(controlNotifications)
    }
}

extension GetDeviceInfoRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
    }
}

extension EurekaGroup: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(name)
        reader.read(uuid)
        reader.read(electedLeader)
        reader.read(castPort)
        reader.read(isMultichannel)
    }
}

extension EurekaInfo: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(name)
        reader.read(version)
        reader.read(deviceID)
        reader.read(manufacturer)
        reader.read(modelName)
        reader.read(productName)
        reader.read(buildRevision)
        reader.read(buildNumber)
        reader.read(releaseTrack)
        reader.read(macAddress)
        reader.read(ipAddress)
        reader.read(uptime)
        reader.read(setupState)
        reader.read(locale)
        reader.read(timezone)
        reader.read(capabilities)
        reader.read(isDisplaySupported)
        reader.read(isMultizoneSupported)
        reader.read(groups)
        reader.read(dynamicGroups)
    }
}

extension EurekaInfoReply: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(responseCode)
        reader.read(responseString)
        reader.read(data)
    }
}

extension EurekaInfoRequest: Readable {
    func read(into reader: inout PropertyReader) {
        reader.read(requestID)
        reader.read(params)
    }
}
