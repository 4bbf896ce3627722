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
    private let authority: SampleAuthority
    private let anna: SamplePhone

    init() async throws {
        authority = try await SampleAuthority()
        anna = try await SamplePhone("anna", authority).settleIn()
    }

    /// A phone's requests until the end of its second sequence, of whose owner a report is made or not.
    private static func requests(reports: Bool) async throws -> [SampleAuthority.SeenRequest] {
        let (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen()
        try await ben.meet(anna)
        if reports {
            try await ben.consent()
        }
        await ben.run(hours: 1000) { authority.requests.count(where: \.isOfASequence) < 2 * RequestSequence.length }
        #expect(try await authority.edges().count == (reports ? 1 : 0))
        return authority.requests
    }

    @Test("reports and decoys are the same requests of the same sizes in the same order")
    func equality() async throws {
        let (genuine, decoys) = (try await Self.requests(reports: true), try await Self.requests(reports: false))
        for requests in [genuine, decoys] {
            let uploads = requests.filter(\.isOfASequence)
            #expect(uploads.count == 2 * RequestSequence.length)
            for (place, request) in uploads.enumerated() {
                let kind = RequestSequence.kind(at: place % RequestSequence.length)
                #expect(request.target == (kind == .right ? "/association/v1/rights" : "/association/v1/batches"))
            }
        }
        // One size and one set of headers for each path, over both phones.
        for path in ["/association/v1/rights", "/association/v1/batches"] {
            let all = (genuine + decoys).filter { $0.target == path }
            #expect(Set(all.map(\.size)).count == 1)
            #expect(Set(all.map(\.headers)).count == 1)
        }
    }

    /// The times between sequences of a phone, in seconds.
    private static func pauses(reports: Bool) -> [Double] {
        var (pauses, generator) = ([Double](), SeededGenerator(seed: reports ? 7 : 8))
        let parameters = RequestSequence.parameters(mean: 21_600)
        var traffic = CoverTraffic()
        var now = AssociationSamples.now
        traffic.begin(at: now, parameters, using: &generator)
        while pauses.count < 500 {
            guard let next = traffic.wakeUp(on: .background) else {
                break
            }
            if traffic.sequence == nil {
                pauses.append(Double(next.seconds(since: now)))
            }
            now = next
            _ = traffic.woken(at: now, isAppOpen: false, parameters, using: &generator)
        }
        return pauses
    }

    @Test("the time to the next sequence is memoryless, so nothing follows from a report's time")
    func times() {
        let pauses = Self.pauses(reports: true)
        let distribution = Statistics.exponential(mean: 21_600)
        #expect(Statistics.kolmogorovSmirnov(pauses, distribution) < Statistics.limit)
        // The control: pauses that begin at a fixed time after an event.
        let shifted = pauses.map { $0 / 4 + 3600 }
        #expect(Statistics.kolmogorovSmirnov(shifted, distribution) > Statistics.limit)
    }

    @Test("an open app sends no sequence, and a killed one goes on later")
    func openApp() async throws {
        await anna.app.send(.enteredForeground)
        await anna.run(hours: 5)
        #expect(authority.requests.filter(\.isOfASequence).isEmpty)
        let again = try anna.restarted()
        await again.app.send(.launched(inForeground: false))
        await again.run(hours: 5)
        #expect(authority.requests.filter(\.isOfASequence).count >= RequestSequence.length)
    }

    /// The traffic of a phone whose file can be written no more once `sent` requests of a sequence have left.
    private static func life(reports: Bool, fullAfter sent: Int) async throws -> (requests: Int, contacts: Int) {
        // The first sequence begins at 12:06. No key is erased meanwhile, which would need the file, too.
        let clock = ManualClock(AssociationSamples.now.advanced(bySeconds: 120))
        let (authority, storage) = (try await SampleAuthority(clock: clock), FillingStorage())
        let anna = try await SamplePhone("anna", authority).settleIn()
        let ben = try await SamplePhone("ben", authority, storage: storage).settleIn()
        try await ben.meet(anna)
        if reports {
            try await ben.consent()
        }
        await ben.run(hours: 24) { authority.requests.count(where: \.isOfASequence) < sent }
        storage.isFull = true
        await ben.run(hours: 8)
        return (authority.requests.count(where: \.isOfASequence), try await authority.edges().count)
    }

    @Test("a file that cannot be written any more within a sequence stops a report no more than decoys")
    func fullFile() async throws {
        for reports in [true, false] {
            let full = try await Self.life(reports: reports, fullAfter: 1)
            #expect(full == (RequestSequence.length, reports ? 1 : 0))
            // The control: with a full file no sequence begins.
            #expect(try await Self.life(reports: reports, fullAfter: 0) == (0, 0))
        }
    }

    @Test("news wait for the end of the sequence, so they call nobody who would cut it short")
    func news() async throws {
        await anna.consentToUnknownCode()
        var waiting = 0
        await anna.run(hours: 24) {
            let state = await anna.state
            waiting += state.traffic.sequence != nil && state.notices.unshown == [.news] ? 1 : 0
            return anna.owner.shown.isEmpty
        }
        #expect(anna.owner.shown == [.news])
        // The code was refused at the first request.
        #expect(waiting == RequestSequence.length - 1)
        #expect(authority.requests.count(where: \.isOfASequence) == RequestSequence.length)
    }

    @Test("news of a sequence that the owner cut short are shown")
    func newsAfterOpening() async throws {
        await anna.consentToUnknownCode()
        await anna.run(hours: 24) { await anna.state.notices.unshown.isEmpty }
        #expect(anna.owner.shown.isEmpty)
        await anna.app.send(.enteredForeground)
        await anna.run(hours: 1) { await anna.state.traffic.sequence != nil }
        #expect(anna.owner.shown == [.news])
    }
}

extension SampleAuthority.SeenRequest {
    /// Whether it is one for a right, or a batch.
    fileprivate var isOfASequence: Bool {
        [AssociationEndpoint.right.path, AssociationEndpoint.batch.path].contains(target)
    }
}
