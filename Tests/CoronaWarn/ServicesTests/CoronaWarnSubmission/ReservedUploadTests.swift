import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import SQLCoronaWarnStores
import SQLiteTesting
import ServiceTesting
import Synchronization
import Testing

@Suite("Uploads whose TANs are another service's")
struct ReservedUploadTests {
    private typealias Request = SubmissionRequest

    /// The verification service, of which some answers get lost.
    private final class Authority: TANReservationAuthority {
        enum Step: String, Sendable, CaseIterable {
            case reservationUnsent, reservationAnswerLost, confirmationUnsent, confirmationAnswerLost
        }

        private let store: any VerificationStore
        private let base: DirectTANAuthority
        private let failing = Mutex<Step?>(nil)
        private let confirmed = Mutex(0)

        init() async throws {
            store = SQLVerification(try await TemporaryDatabase(.coronaWarn))
            base = DirectTANAuthority(store)
        }

        var confirmations: Int { confirmed.withLock { $0 } }

        func fail(at step: Step?) { failing.withLock { $0 = step } }

        func issue() async throws { #expect(try await store.issue(SampleSubmission.tan(), from: nil)) }

        func reserve(_ request: TANReservationRequest) async throws(TANReservationError) -> TANReservation? {
            try fails(.reservationUnsent)
            let reservation = try await base.reserve(request)
            try fails(.reservationAnswerLost)
            return reservation
        }

        func confirm(_ reservation: TANReservation) async throws(TANReservationError) -> Bool {
            try fails(.confirmationUnsent)
            let isKnown = try await base.confirm(reservation)
            if isKnown {
                confirmed.withLock { $0 += 1 }
            }
            try fails(.confirmationAnswerLost)
            return isKnown
        }

        private func fails(_ step: Step) throws(TANReservationError) {
            if failing.withLock({ $0 == step }) {
                throw .unreachable
            }
        }
    }

    @Test("are reserved, stored and confirmed; the same bytes are accepted again, others are refused")
    func accepts() async throws {
        let authority = try await Authority()
        try await authority.issue()
        try await SampleSubmission.with(reservations: authority) { sample, port async throws in
            for _ in 0..<2 {
                #expect(try await Request.send(body: Request.body(), to: port).status == 200)
            }
            let other = try Request.body([Request.key(2)])
            #expect(try await Request.send(body: other, to: port).status == 403)
            #expect(try await sample.rows("diagnosis_key") == 2)
            #expect(authority.confirmations > 0)
        }
    }

    @Test(
        "lose neither keys nor TAN when a step fails, and the same bytes succeed afterwards",
        arguments: Authority.Step.allCases
    )
    private func failures(step: Authority.Step) async throws {
        let authority = try await Authority()
        try await authority.issue()
        try await SampleSubmission.with(reservations: authority) { sample, port async throws in
            authority.fail(at: step)
            let isStored = step == .confirmationUnsent || step == .confirmationAnswerLost
            #expect(try await Request.send(body: Request.body(), to: port).status == (isStored ? 200 : 500))
            #expect(try await sample.rows("diagnosis_key") == (isStored ? 2 : 0))
            #expect(sample.log.contains("upload-unconfirmed") == isStored)
            authority.fail(at: nil)
            #expect(try await Request.send(body: Request.body(), to: port).status == 200)
            #expect(try await sample.rows("diagnosis_key") == 2)
            #expect(authority.confirmations > 0)
        }
    }

    @Test("are 403 with an unknown TAN; fakes are accepted and leave nothing")
    func refused() async throws {
        try await SampleSubmission.with(reservations: try await Authority()) { sample, port async throws in
            #expect(try await Request.send(body: Request.body(), to: port).status == 403)
            #expect(try await Request.send(Request.headers(fake: "1"), body: Request.body(), to: port).status == 200)
            for table in ["diagnosis_key", "used_upload"] {
                #expect(try await sample.rows(table) == 0)
            }
        }
    }
}
