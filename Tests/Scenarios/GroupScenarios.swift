import CastSender
import Testing

@Suite("Groups of devices", .serialized)
struct GroupScenarios {
    @Test("A lone device names itself as its only member, and says that it is no group", arguments: Stage.Kind.allCases)
    func alone(_ kind: Stage.Kind) async throws {
        try await Stage.perform(kind) { stage in
            let connection = try await stage.connect()
            let error = await #expect(throws: CastError.self) { try await connection.refreshGroupStatus() }
            #expect(error?.code == .notSupported)
            #expect(connection.groupStatus?.members.map(\.name) == ["Scenario TV"])
            let member = try #require(connection.groupStatus?.members.first)
            let refused = await #expect(throws: CastError.self) {
                try await connection.setVolume(0.5, ofMember: member.id)
            }
            #expect(refused?.code == .notSupported)
            await connection.close()
        }
    }
}
