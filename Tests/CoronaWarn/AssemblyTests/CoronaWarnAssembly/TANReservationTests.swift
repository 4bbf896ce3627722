import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnVerification
import ExposurePrimitives
import ExposureTesting
import HTTPCoronaWarn
import HTTPTransport
import KeyServerRules
import Persistence
import PhonePorts
import ServiceKit
import ServiceTesting
import Synchronization
import Testing

@Suite("TANs that are reserved")
struct TANReservationTests {
    private typealias Sample = CoronaWarnSamples

    private struct NoTraces: TraceErasure {
        func eraseTraces() async throws(StoreError) -> Bool { true }
    }

    /// A verification service in memory.
    private static func service(_ store: InMemoryVerification, _ clock: ManualClock) async throws -> VerificationService
    {
        let reader = try await SettingsReader(
            commandLine: [:],
            environment: [:],
            catalogue: VerificationConfiguration.catalogue
        )
        let results = InMemoryTestResults()
        return VerificationService(
            store: store,
            results: results,
            keys: InMemoryAccessKeys(),
            secrets: VerificationSecrets(try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))),
            configuration: try VerificationConfiguration(reader),
            cleanup: RegistrationCleanupJob(
                stores: VerificationStoreSet(verification: store, traces: NoTraces()),
                results: results,
                clock: clock
            ),
            clock: clock,
            logger: LogCapture().logger,
            metrics: MetricsRegistry()
        )
    }

    /// Makes TANs valid, each from a registration of its own.
    private static func issuer(_ store: InMemoryVerification) -> TANReservationConformance.Subject.Issue {
        let count = Mutex<UInt8>(0)
        return { tan, teleTAN in
            let number = count.withLock { count in
                count += 1
                return count
            }
            var registration = Sample.registration(number, token: number)
            if let teleTAN {
                let new = Sample.newTeleTAN(number, teleTAN, for: "operator-\(number)")
                _ = try await store.issue(new, limits: Sample.teleTANLimits, now: Sample.now)
                registration = Sample.teleTANRegistration(number, token: number)
            }
            _ = try await store.register(registration, wrongTeleTANs: Sample.wrongTeleTANs, now: Sample.now)
            let new = NewTAN(tan: tan.digest, token: Sample.token(number), request: nil)
            #expect(try await store.issue(new, limits: Sample.tanLimits, now: Sample.now))
        }
    }

    private static func reference(_ fault: InMemoryTANAuthority.Fault? = nil) -> TANReservationConformance {
        TANReservationConformance {
            let authority = InMemoryTANAuthority(fault: fault)
            return .init(authority) { authority.add($0, from: $1) }
        }
    }

    @Test("conform to their port over HTTP, with the verification service at the other end")
    func http() async throws {
        let store = InMemoryVerification()
        let clock = ManualClock(Sample.now)
        let issue = Self.issuer(store)
        try await withRunningHost([Self.service(store, clock)], clock: clock) { ports, _ async throws in
            let server = try #require(ServerURL("http://127.0.0.1:\(ports.internal)"))
            let transport = HTTPPhoneTransport(.init(servers: PhoneServers([HTTPTANAuthority.host: server])))
            let authority = HTTPTANAuthority(transport: transport, token: nil)
            let violations = await TANReservationConformance { .init(authority, issue: issue) }.violations()
            #expect(violations == [])
            try await transport.shutDown()
        }
    }

    @Test("the checks pass on the reference")
    func reference() async {
        #expect(await Self.reference().violations() == [])
    }

    @Test("the checks find each planted fault", arguments: InMemoryTANAuthority.Fault.allCases)
    func faults(fault: InMemoryTANAuthority.Fault) async {
        #expect(await !Self.reference(fault).violations().isEmpty)
    }
}
