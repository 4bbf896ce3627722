import AssociationAPI
import AssociationPorts
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import OperatorStores
import ServiceKit
import Testing
import WireFormat

@testable import AssociationService

@Suite("Codes for operators")
struct CodeIssuerTests {
    private static let window = AssociationSamples.window
    private static let anna = OperatorName("anna")

    /// The issuer at a terminal beside the service.
    private static func codes(of authority: SampleAuthority) -> any CodeIssuing {
        CodeIssuer(
            stores: authority.stores,
            secrets: authority.secrets,
            configuration: authority.configuration,
            clock: authority.clock,
            metrics: MetricsRegistry()
        )
    }

    private static func ask(_ authority: SampleAuthority, as name: String?) async throws -> Int {
        let request = CodeRequest(window: window, operator: name)
        return try await authority.post(AssociationEndpoint.code, request.body, type: MediaType.json.text).status
    }

    @Test("a code names the last two weeks, and tells until when it is valid")
    func days() async throws {
        let authority = try await SampleAuthority(settings: ["association.code-life": "1d"])
        let codes = Self.codes(of: authority)
        let (first, today) = (codes.days.lowerBound, AssociationSamples.today)
        #expect(codes.days == today.advanced(byDays: -14)...today)
        let outcome = try await codes.issueCode(for: codes.days, to: Self.anna)
        guard case .issued(let code, let end) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(end == AssociationSamples.now.advanced(bySeconds: UnixTime.secondsPerDay))
        let claim = RightClaim(
            mark: authority.secrets.mark(of: code),
            registration: AssociationSamples.registration(1),
            places: try AssociationSamples.claim(1).places,
            manifest: try AssociationSamples.claim(1).manifest,
            right: AssociationSamples.right(1)
        )
        let last = end.advanced(bySeconds: -1)
        #expect(try await authority.stores.reports.grant(claim, limits: .usual, now: end) == nil)
        #expect(try await authority.stores.reports.grant(claim, limits: .usual, now: last)?.window == codes.days)
        for window in [first.advanced(byDays: -1)...today, first...today.advanced(byDays: 1)] {
            guard case .otherDays = try await codes.issueCode(for: window, to: Self.anna) else {
                Issue.record("a code for \(window)")
                return
            }
        }
        #expect(try await codes.codeCounts() == [CodeCount(day: today, operator: Self.anna, codes: 1)])
    }

    @Test("programs and other operators share the limits of an hour")
    func limits() async throws {
        let settings = ["association.codes-per-hour": "2", "association.all-codes-per-hour": "5"]
        let authority = try await SampleAuthority(settings: settings)
        let codes = Self.codes(of: authority)
        guard case .issued = try await codes.issueCode(for: Self.window, to: Self.anna) else {
            Issue.record("no code")
            return
        }
        #expect(try await Self.ask(authority, as: "Anna") == 200, "capitals name the same operator")
        #expect(try await Self.ask(authority, as: "anna") == 429)
        guard case .limited(let end) = try await codes.issueCode(for: Self.window, to: Self.anna) else {
            Issue.record("a code beyond the limit")
            return
        }
        #expect(end == AssociationSamples.now.advanced(bySeconds: 3600))
        for (name, status) in [("ben", 200), (nil, 200), (nil, 200), (nil, 429), ("cleo", 429)] {
            #expect(try await Self.ask(authority, as: name) == status)
        }
        #expect(authority.metricsSay(#"association_code_requests_total{outcome="issued"} 4"#))
        #expect(authority.metricsSay(#"association_code_requests_total{outcome="limited"} 3"#))
        authority.clock.advance(bySeconds: 3599)
        #expect(try await Self.ask(authority, as: "anna") == 429, "the last second of the hour")
        authority.clock.advance(bySeconds: 1)
        #expect(try await Self.ask(authority, as: "anna") == 200)
    }

    @Test("a name that no operator can have is refused", arguments: ["", "1anna", "anna rossi", "ànna"])
    func names(name: String) async throws {
        let authority = try await SampleAuthority()
        #expect(try await Self.ask(authority, as: name) == 400)
        #expect(try await authority.stores.reports.codeCounts() == [])
    }
}
