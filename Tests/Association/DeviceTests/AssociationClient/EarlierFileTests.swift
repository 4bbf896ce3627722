import AssociationAPI
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import PhonePorts
import Testing

@testable import AssociationClient

/// The file of version 0.2 had eight batches of a report, a plan of sequences, and the time of the next poll.
@Suite("The file of version 0.2")
struct EarlierFileTests {
    private let ben: SamplePhone

    /// Ben has met Anna and consented to a report.
    init() async throws {
        let (_, anna, ben) = try await SampleAuthority.withAnnaAndBen()
        try await ben.meet(anna)
        try await ben.consent()
        self.ben = ben
    }

    /// The memory of the phone as version 0.2 wrote it.
    ///
    /// - Parameter right: whether the authority has given the right.
    private func earlier(right: Bool) async throws -> Data {
        var file = try #require(JSONSerialization.jsonObject(with: Data(await ben.memory.utf8)) as? [String: Any])
        let now = try #require((file["onboarding"] as? [String: Any])?["consentedAt"])
        file["traffic"] = ["plan": ["opportunity": now, "windowLength": 0, "drawnAt": now]]
        var alerts = try #require(file["alerts"] as? [String: Any])
        alerts["nextPoll"] = now
        file["alerts"] = alerts
        var part = try #require(file["report"] as? [String: Any])
        var report = try #require(part["report"] as? [String: Any])
        for key in ["batches", "digests", "received"] {
            report[key] = Array(try #require(report[key] as? [Any]).prefix(8))
        }
        if right {
            report["right"] = Data([UInt8](repeating: 1, count: 16)).base64EncodedString()
        }
        part["report"] = report
        file["report"] = part
        return try JSONSerialization.data(withJSONObject: file)
    }

    @Test("is read: the phone has slots, and its report is planned again", arguments: [false, true])
    func report(right: Bool) async throws {
        var state = AppState(memory: try JSONDecoder().decode(AppMemory.self, from: await earlier(right: right)))
        let before = try #require(state.report.report)
        #expect(before.hasOtherBatches && (before.right != nil) == right)
        let (reducer, now) = (ben.app.container.definition.reducer, ben.clock.now())
        var generator = SeededGenerator(seed: 1)
        let effects = reducer.reduce(&state, .launched(inForeground: false), at: now, using: &generator)
        let next = try #require(state.traffic.nextSlot)
        #expect((2700...4500).contains(next.seconds(since: now)))
        #expect(effects.contains(.schedule(.traffic, at: next)))
        let report = try #require(state.report.report)
        #expect(!report.hasOtherBatches && report.contactCount == 1 && report.right == nil)
        // A right is bound to the batches that it was given for, and its code is used up.
        #expect(report.code == (right ? nil : before.code))
        #expect(effects.contains(.show(.news)) == right)
        #expect((report.rightRequest == nil) == right)
    }

    @Test("is read in the middle of a registration: the next attempt draws the key that it did not keep")
    func registration() async throws {
        let authority = try await SampleAuthority()
        authority.setReachable(false)
        let claire = try await SamplePhone("claire", authority).settleIn()
        var file = try #require(JSONSerialization.jsonObject(with: Data(await claire.memory.utf8)) as? [String: Any])
        var account = try #require(file["account"] as? [String: Any])
        #expect(account.removeValue(forKey: "registrationKey") != nil)
        file["account"] = account
        let earlier = try JSONSerialization.data(withJSONObject: file)
        var state = AppState(memory: try JSONDecoder().decode(AppMemory.self, from: earlier))
        #expect(state.account.registrationKey == nil)
        let (reducer, now) = (claire.app.container.definition.reducer, claire.clock.now())
        var generator = SeededGenerator(seed: 1)
        let effects = reducer.reduce(&state, .woken(.registration), at: now, using: &generator)
        let key = try #require(state.account.registrationKey)
        #expect(effects.contains(.register(key, in: AssociationSamples.district)))
    }
}
