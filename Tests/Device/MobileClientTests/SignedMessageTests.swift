import Crypto
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import KeyExport
import MessageSignatures
import MobileClient
import PhonePorts
import Testing

@Suite("A phone that checks settings and index")
struct SignedMessageTests {
    @Test("accepts what the authority signed, and remembers its numbers")
    func accepted() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        #expect(try await sample.client.detectExposures().chunks.map(\.index) == [1])
        let seen = await sample.client.seenSequences
        #expect(seen["settings"] == 1)
        #expect(seen["key-index"] == 2)
    }

    @Test("refuses settings without a signature, by another key, or altered, and keeps the old ones")
    func refusedSettings() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        sample.authority.setSigning(false)
        await #expect(throws: Self.refused(.settings, .missing(.contentDigest))) {
            try await sample.client.refreshSettings()
        }
        sample.authority.setSigning(true)
        sample.authority.alter { $0[0] = UInt8(ascii: "[") }
        await #expect(throws: Self.refused(.settings, .wrongDigest)) { try await sample.client.refreshSettings() }
        #expect(try await sample.client.detectExposures().summary == nil, "it still has settings to work with")
        let other = try SampleClient(messageKey: P256.Signing.PrivateKey().publicKey.pemRepresentation)
        await #expect(throws: Self.refused(.settings, .unknownKey)) { try await other.onboard() }
        await #expect(throws: MobileClientError.notOnboarded) { try await other.client.detectExposures() }
    }

    @Test("refuses an index without a signature or altered, and asks for no chunk")
    func refusedIndex() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        sample.authority.setSigning(false)
        await #expect(throws: Self.refused(.keyIndex, .missing(.contentDigest))) {
            try await sample.client.detectExposures()
        }
        sample.authority.setSigning(true)
        sample.authority.alter { $0.append(UInt8(ascii: " ")) }
        await #expect(throws: Self.refused(.keyIndex, .wrongDigest)) { try await sample.client.detectExposures() }
        #expect(!sample.authority.requests.contains { $0.target == "/v1/keys/1" })
        sample.authority.alter(nil)
        #expect(try await sample.client.detectExposures().chunks.map(\.index) == [1])
    }

    @Test("refuses a lower number, also after a restart")
    func lowerSequence() async throws {
        let sample = try SampleClient()
        sample.authority.setSettingsSequence(7)
        try await sample.onboard()
        sample.authority.setSettingsSequence(6)
        let lower = Self.refused(.settings, .lowerSequence(highestSeen: 7, offered: 6))
        await #expect(throws: lower) { try await sample.client.refreshSettings() }
        let restarted = try SampleClient(seenSequences: await sample.client.seenSequences)
        restarted.authority.setSettingsSequence(6)
        await #expect(throws: lower) { try await restarted.onboard() }
        restarted.authority.setSettingsSequence(7)
        try await restarted.onboard()
    }

    @Test("refuses an index that is older than one that it saw")
    func olderIndex() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        for index in 1...2 {
            try await sample.authority.publish([sample.meet(seed: UInt64(index), minutes: 20)], as: index)
        }
        _ = try await sample.client.detectExposures()
        sample.authority.offer(1...1)
        await #expect(throws: Self.refused(.keyIndex, .lowerSequence(highestSeen: 3, offered: 2))) {
            try await sample.client.detectExposures()
        }
    }

    @Test(
        "refuses what is older than caches may keep it and a day, or from the future, with both sides of each limit",
        arguments: [(-3600 - 86_400, true), (-3600 - 86_401, false), (7200, true), (7201, false)] as [(Int64, Bool)]
    )
    func freshness(offset: Int64, isAccepted: Bool) async throws {
        let sample = try SampleClient()
        sample.authority.setSigning(true, offset: offset)
        if isAccepted {
            try await sample.onboard()
            return
        }
        let created = sample.clock.now().advanced(bySeconds: offset)
        let reason: MessageSignatureError = offset < 0 ? .tooOld(created: created) : .inFuture(created: created)
        await #expect(throws: Self.refused(.settings, reason)) { try await sample.onboard() }
    }

    @Test("without a key for messages takes them unsigned")
    func withoutKey() async throws {
        let sample = try SampleClient(verifiesMessages: false)
        sample.authority.setSigning(false)
        try await sample.onboard()
        #expect(try await sample.client.detectExposures().summary == nil)
        #expect(await sample.client.seenSequences == SeenSequences())
    }

    private static func refused(_ document: SignedDocument, _ error: MessageSignatureError) -> MobileClientError {
        .messageRefused(document, error)
    }
}
