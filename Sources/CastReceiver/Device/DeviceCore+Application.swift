// SPDX-License-Identifier: Apache-2.0

import CastWire
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// Runs the app: passes events to its host and the requested actions to the platform.
extension DeviceCore {
    func startApplication(_ application: RunningApplication, _ launch: ApplicationLaunch) {
        guard let installed = platform.installed else { return }
        let sessionID = launch.sessionID
        let inbox = ApplicationInbox { [weak self, eventLoop] value, waiting in
            eventLoop.execute { [weak self] in
                waiting.withLockedValue { $0 -= 1 }
                self?.assumeIsolated { $0.posted(value, to: sessionID) }
            }
        }
        host = ApplicationHost(
            installed.make(launch),
            launch: launch,
            isReady: application.isReady,
            inbox: inbox,
            at: now
        )
        applicationEvents = []
        deliverToApplication(.launched)
    }

    func endApplication(_ reason: ApplicationEnd.Reason) {
        if case .failed(let error) = reason {
            setup.logger.warning("an app failed", metadata: ["cast-error": "\(error)"])
        }
        guard let ended = host else { return }
        platform.adopt(ended.drops)
        host = nil
        defer { pages.sessionEnded() }
        applicationEvents = []
        var application = ended
        application.stopped(reason)
    }

    /// Delivers an event to the app and executes the actions that it requests. Events that these cause are delivered
    /// afterward.
    func deliverToApplication(_ event: ApplicationHost.Event) {
        guard host != nil else { return }
        applicationEvents.append(event)
        guard !isDeliveringToApplication else { return }
        isDeliveringToApplication = true
        defer { isDeliveringToApplication = false }
        while !applicationEvents.isEmpty, host != nil {
            let event = applicationEvents.removeFirst()
            perform(host?.handle(event, device: platform.applicationDevice, at: now) ?? [])
        }
    }

    func applicationTimeReached() {
        guard let deadline = host?.nextDeadline, deadline <= now else { return }
        perform(host?.timeReached(device: platform.applicationDevice, at: now) ?? [])
    }

    private func posted(_ value: any Sendable, to sessionID: String) {
        guard host?.launch.sessionID == sessionID else { return }
        deliverToApplication(.posted(value))
        finishEvent()
    }

    private func perform(_ actions: [ApplicationAction]) {
        let sessionID = host?.launch.sessionID
        for action in actions {
            // The actions after the one that ended the app are discarded.
            guard host?.launch.sessionID == sessionID else { return }
            switch action {
            case .send(let payload, let namespace, let sender):
                perform(platform.applicationReply(payload, namespace, to: sender))
            case .broadcast(let payload, let namespace): perform(platform.applicationBroadcast(payload, namespace))
            case .ready(let namespaces): perform(platform.applicationReady(namespaces))
            case .statusText(let text): perform(platform.statusTextChanged(text))
            case .activity(let activity): platform.activityChanged(activity, at: now)
            case .inactivityLimit(let limit): platform.inactivityLimit = limit
            case .stop(let reason): perform(platform.applicationEnded(reason, at: now))
            case .deviceVolume(let level, let isMuted):
                perform(platform.adjustVolume(level: level, isMuted: isMuted))
            case .appliesDeviceVolume(let applies): perform(platform.applicationAppliesVolume(applies))
            case .startTimer, .stopTimer, .drop: break
            }
        }
    }
}

// MARK: - Actions of a user at the device

extension DeviceCore {
    func adjustVolume(level: Double?, isMuted: Bool?) {
        perform(platform.adjustVolume(level: level, isMuted: isMuted))
        finishEvent()
    }

    func stopApplication() {
        perform(platform.stopApplication(at: now))
        finishEvent()
    }

    func launchApplication(_ appID: String) throws(LaunchRefusal) {
        guard !isClosed else { throw LaunchRefusal(.cancelled) }
        perform(try platform.launchApplication(appID, at: now))
        finishEvent()
    }

    func changeDisplay(isStandby: Bool?, isActiveInput: Bool?) {
        perform(platform.changeDisplay(isStandby: isStandby, isActiveInput: isActiveInput))
        finishEvent()
    }

    /// - Returns: False if no launch is waiting for an answer.
    func answerLaunch(isAllowed: Bool) -> Bool {
        guard platform.question != nil else { return false }
        perform(platform.userAnswered(isAllowed: isAllowed, at: now))
        finishEvent()
        return true
    }

    func setLaunchPolicy(_ policy: LaunchPolicy) {
        platform.launchPolicy = policy
    }
}
