import ClientKit
import Crypto
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import KeyExport
import MessageSignatures
import PhonePorts
import Testing

@testable import ImmuniClient

@Suite("A phone that checks settings and index")
struct SignedMessageTests {
    private let sample: SampleClient

    init() async throws { sample = try await SampleClient.onboarded() }

    @Test("accepts what the authority signed, and remembers its sequences")
    func accepted() async throws {
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        #expect(await sample.detect().chunks.map(\.index) == [1])
        let seen = await sample.client.state.session.seenSequences
        #expect((seen["settings"], seen["key-index"]) == (1, 2))
    }

    @Test("refuses settings without a signature, by another key, or altered, and keeps the old ones")
    func refusedSettings() async throws {
        sample.authority.setSigning(false)
        #expect(await sample.refreshSettings() == Self.refused(.settings, .missing(.contentDigest)))
        sample.authority.setSigning(true)
        sample.authority.alter { $0[0] = UInt8(ascii: "[") }
        #expect(await sample.refreshSettings() == Self.refused(.settings, .wrongDigest))
        sample.authority.alter(nil)
        sample.clock.advance(bySeconds: 14_400)
        #expect(await sample.detect().interruption == nil, "it still has settings to work with")
        let other = try SampleClient(messageKey: P256.Signing.PrivateKey().publicKey.pemRepresentation)
        await #expect(throws: Self.refused(.settings, .unknownKey)) { try await other.onboard() }
        #expect(await other.detect() == DetectionReport())
        #expect(other.authority.requests.allSatisfy { $0.target.hasPrefix("/v1/settings") })
    }

    @Test("refuses an index without a signature or altered, and requests no chunk")
    func refusedIndex() async throws {
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        sample.authority.setSigning(false)
        #expect(await sample.detect().interruption == Self.refused(.keyIndex, .missing(.contentDigest)))
        sample.authority.setSigning(true)
        sample.authority.alter { $0.append(UInt8(ascii: " ")) }
        #expect(await sample.detect().interruption == Self.refused(.keyIndex, .wrongDigest))
        #expect(!sample.authority.requests.contains { $0.target == "/v1/keys/1" })
        sample.authority.alter(nil)
        #expect(await sample.detect().chunks.map(\.index) == [1])
    }

    @Test("refuses a lower sequence, also after a restart")
    func lowerSequence() async throws {
        let sample = try SampleClient()
        sample.authority.setSettingsSequence(7)
        try await sample.onboard()
        sample.authority.setSettingsSequence(6)
        let lower = Self.refused(.settings, .lowerSequence(highestSeen: 7, offered: 6))
        #expect(await sample.refreshSettings() == lower)
        let restarted = try await sample.restart(inForeground: false)
        #expect(await restarted.refreshSettings() == lower)
        restarted.authority.setSettingsSequence(7)
        #expect(await restarted.refreshSettings() == nil)
    }

    @Test("refuses an index that is older than an earlier one")
    func olderIndex() async throws {
        try await sample.meetAndPublish(1...2)
        await sample.detect()
        sample.authority.offer(1...1)
        let lower = Self.refused(.keyIndex, .lowerSequence(highestSeen: 3, offered: 2))
        #expect(await sample.detect().interruption == lower)
    }

    @Test(
        "refuses answers older than the caching time and a day, or from the future, on both sides of each limit",
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

    @Test("without a key for messages accepts them unsigned")
    func withoutKey() async throws {
        let sample = try SampleClient(verifiesMessages: false)
        sample.authority.setSigning(false)
        try await sample.onboard()
        #expect(await sample.detect().summary == nil)
        #expect(await sample.client.state.session.seenSequences == SeenSequences())
    }

    private static func refused(_ document: SignedDocument, _ error: MessageSignatureError) -> MobileClientError {
        .messageRefused(document, error)
    }
}
