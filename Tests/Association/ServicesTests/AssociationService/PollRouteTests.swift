import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("Polls")
struct PollRouteTests {
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    private static func alert(for phone: SamplePhone, delay: Int64 = 0) throws -> NewAlert {
        let sample = try AssociationSamples.alert(for: 1, handles: [3, 4], delay: delay)
        return NewAlert(registration: phone.registration, alert: sample.alert, visible: sample.visible)
    }

    @Test("a phone gets its alerts once they are visible, with each poll, and nobody else does")
    func alerts() async throws {
        let new = try Self.alert(for: anna, delay: 60)
        #expect(try await authority.stores.alerts.add(new))
        func alerts(_ phone: SamplePhone) async throws -> [ExposureAlert] {
            let poll = try phone.request(.poll, at: authority.clock.now())
            let answer = try await authority.post(AssociationEndpoint.poll, poll)
            #expect(answer.status == 200)
            return try PollAnswer(parsingMarked: answer.body).alerts
        }
        authority.clock.advance(bySeconds: 59)
        #expect(try await alerts(anna) == [])
        authority.clock.advance(bySeconds: 1)
        #expect(try await alerts(anna) == [new.alert])
        #expect(try await alerts(anna) == [new.alert])
        #expect(try await alerts(ben) == [])
    }

    @Test("a refused poll is answered like one without alerts")
    func refusals() async throws {
        let now = authority.clock.now()
        let nothing = try await authority.post(AssociationEndpoint.poll, ben.request(.poll, at: now))
        #expect(nothing.body.dropLast(16) == PollAnswer.empty.bytes[...])
        _ = try await authority.stores.alerts.add(Self.alert(for: anna))
        let refused = [
            try ben.request(.poll, as: anna.registration, at: now),
            try anna.request(.poll, as: AssociationSamples.registration(9), at: now),
            try anna.request(.right, at: now),
            try anna.request(.poll, at: now, body: [0]),
            try anna.request(.poll, at: now.advanced(bySeconds: -301)),
            try anna.request(.poll, at: now.advanced(bySeconds: 301)),
        ]
        for body in refused {
            let answer = try await authority.post(AssociationEndpoint.poll, body)
            #expect(answer.status == nothing.status)
            #expect(answer.body.count == nothing.body.count)
            #expect(answer.body.dropLast(16) == nothing.body.dropLast(16))
            #expect(answer.body.suffix(16) != nothing.body.suffix(16), "random bytes")
        }
        // The control: within the tolerance the same request is answered, with as many bytes.
        for offset in [Int64(-300), 0, 300] {
            let body = try anna.request(.poll, at: now.advanced(bySeconds: offset))
            let answer = try await authority.post(AssociationEndpoint.poll, body)
            #expect(answer.status == nothing.status)
            #expect(answer.body.count == nothing.body.count)
            #expect(answer.body.dropLast(16) != nothing.body.dropLast(16))
        }
    }

    @Test("only the phone of a known account gets a mark")
    func marks() async throws {
        func hasMark(_ body: [UInt8]) async throws -> Bool {
            let request = try ReceivedRequest(parsing: body).request
            let answer = try await authority.post(AssociationEndpoint.poll, body)
            let keys = try anna.chain.dayKeys(on: request.time.utcDay)
            return AnswerMark.isGenuine(answer.body, to: request.nonce, under: keys)
        }
        let now = authority.clock.now()
        #expect(try await hasMark(anna.request(.poll, at: now)))
        #expect(try await !hasMark(anna.request(.poll, at: now.advanced(bySeconds: -301))))
        #expect(try await !hasMark(anna.request(.poll, as: AssociationSamples.registration(9), at: now)))
        #expect(try await authority.stores.accounts.end(anna.registration))
        #expect(try await !hasMark(anna.request(.poll, at: now)))
    }
}
