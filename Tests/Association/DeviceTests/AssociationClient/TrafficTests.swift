import AssociationAPI
import AssociationPorts
import AssociationStoreConformance
import ClientKit
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import Testing
import WireFormat

@testable import AssociationClient

@Suite("What an observer sees of a phone")
struct TrafficTests {
    /// A phone's requests in two slots, of whose owner a report is made or not.
    private static func requests(reports: Bool) async throws -> [SampleAuthority.SeenRequest] {
        let (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen()
        try await ben.meet(anna)
        if reports {
            try await ben.consent()
        }
        await ben.run(hours: 1000) { authority.requests.count(where: \.isOfASlot) < 2 * SlotPlace.allCases.count }
        #expect(try await authority.edges().count == (reports ? 1 : 0))
        return authority.requests
    }

    @Test("reports and decoys are the same requests of the same sizes in the same order")
    func equality() async throws {
        let (genuine, decoys) = (try await Self.requests(reports: true), try await Self.requests(reports: false))
        let paths = SlotPlace.allCases.map(\.endpoint.path)
        for requests in [genuine, decoys] {
            #expect(requests.filter(\.isOfASlot).map(\.target) == paths + paths)
        }
        // One size and one set of headers for each path, over both phones.
        for path in paths {
            let all = (genuine + decoys).filter { $0.target == path }
            #expect(Set(all.map(\.size)).count == 1)
            #expect(Set(all.map(\.headers)).count == 1)
        }
    }

    /// The traffic of a phone whose file can be written no more once `sent` requests of a slot have left.
    ///
    /// - Returns: the requests, and whether the authority has the report's contact by its next answer.
    private static func life(reports: Bool, fullAfter sent: Int) async throws -> (requests: Int, hasArrived: Bool) {
        // No key is erased meanwhile, which would need the file, too.
        let clock = ManualClock(AssociationSamples.now.advanced(bySeconds: 120))
        let (authority, storage) = (try await SampleAuthority(clock: clock), FillingStorage())
        let anna = try await SamplePhone("anna", authority).settleIn()
        let ben = try await SamplePhone("ben", authority, storage: storage).settleIn()
        try await ben.meet(anna)
        if reports {
            try await ben.consent()
        }
        await ben.run(hours: 24) { authority.requests.count(where: \.isOfASlot) < sent }
        storage.isFull = true
        await ben.run(hours: 8)
        let requests = authority.requests.count(where: \.isOfASlot)
        storage.isFull = false
        await ben.run(hours: 3) { authority.requests(to: SlotPlace.right.endpoint).count < 2 }
        return (requests, await ben.report?.received.first == true)
    }

    @Test("a file that cannot be written any more within a slot stops a report no more than decoys")
    func fullFile() async throws {
        for reports in [true, false] {
            let full = try await Self.life(reports: reports, fullAfter: 1)
            #expect(full == (SlotPlace.allCases.count, reports))
            // The control: with a full file no slot begins.
            #expect(try await Self.life(reports: reports, fullAfter: 0).requests == 0)
        }
    }

    @Test("news are shown within the slot, because an open app cuts none short")
    func news() async throws {
        let authority = try await SampleAuthority()
        let anna = try await SamplePhone("anna", authority).settleIn()
        await anna.consentToUnknownCode()
        // The code is refused at the first request.
        await anna.run(hours: 24) { anna.owner.shown.isEmpty }
        #expect(anna.owner.shown == [.news])
        #expect(authority.requests.count(where: \.isOfASlot) == 1)
        await anna.app.send(.enteredForeground)
        await anna.run(hours: 24) { await anna.state.traffic.rest != nil }
        #expect(authority.requests.count(where: \.isOfASlot) == SlotPlace.allCases.count)
    }
}

extension SampleAuthority.SeenRequest {
    /// Whether it is one that slots have.
    fileprivate var isOfASlot: Bool { SlotPlace.allCases.contains { $0.endpoint.path == target } }
}
