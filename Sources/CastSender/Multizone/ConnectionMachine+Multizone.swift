import CastWire

extension ConnectionMachine {
    mutating func memberVolumeAsked(_ wait: MemberVolumeWait, id: Int) {
        memberWaits = memberWaits.filter { requests.entry($0.key) != nil }
        memberWaits[id] = wait
    }

    /// State first, then the answers that it gives.
    mutating func multizoneMessageReceived(_ object: JSONObject) -> [Action] {
        let message = MultizoneMessage(object)
        var actions: [Action] = []
        if let events = multizone.received(message), let status = multizone.status {
            actions.append(.groupChanged(status, events))
        }
        if case .unknown = message { counters.unknownType += 1 }
        if let answer = settle(object, namespace: .multizone, from: CastMessage.receiverID) { actions.append(answer) }
        return actions + settleMemberVolumes()
    }

    private mutating func settleMemberVolumes() -> [Action] {
        guard let status = multizone.status else { return [] }
        var actions: [Action] = []
        for (id, wait) in memberWaits.sorted(by: { $0.key < $1.key }) {
            switch wait.step(status) {
            case .wait: continue
            case .done: actions += effectSeen(id, .success(JSONObject()))
            case .memberGone:
                let error = CastError.memberGone(wait.memberID, from: status, group: device)
                actions += effectSeen(id, .failure(error))
            }
            memberWaits[id] = nil
        }
        return actions
    }
}
