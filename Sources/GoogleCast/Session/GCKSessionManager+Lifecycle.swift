import Foundation

// Background and foreground, for sessions of other kinds; the engine sees to those with Cast devices.

extension GCKSessionManager {
    func enteredBackground(suspends: Bool) {
        guard suspends, let session, !(session is GCKCastSession) else { return }
        _ = suspend(.appBackgrounded)
    }

    func enteredForeground() {
        guard session == nil, let suspended = suspendedSession, !(suspended is GCKCastSession),
            let provider = context?.discoveryManager.provider(forCategory: suspended.content.device.category)
        else { return }
        resume(suspended, by: provider)
    }
}
