import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Registration of phones")
struct RegistrationTests {
    private let authority: SampleAuthority

    init() async throws { authority = try await SampleAuthority() }

    private static func request(_ proof: String = "anna") throws -> RegistrationRequest {
        var generator = SystemRandomNumberGenerator()
        return try SampleAuthority.registration(proof, PrivateAgreementKey.generate(using: &generator).publicKey)
    }

    /// The status of the answer to a registration.
    private static func register(_ owner: String = "anna", at authority: SampleAuthority) async throws -> Int {
        try await authority.post(AssociationEndpoint.registration, request(owner).bytes).status
    }

    @Test("phone and authority have the same key, and nobody sent it")
    func agreement() async throws {
        let phone = try await authority.register("anna")
        let account = try #require(try await authority.stores.accounts.account(phone.registration))
        #expect(account.chain.exposedBytes == phone.chain.exposedBytes)
        #expect(account.chain.day == AssociationSamples.today)
    }

    @Test("registering again ends the old account")
    func again() async throws {
        let (authority, first, other) = try await SampleAuthority.withAnnaAndBen()
        let second = try await authority.register("anna")
        let accounts = authority.stores.accounts
        #expect(try await accounts.account(first.registration) == nil)
        #expect(try await accounts.account(second.registration) != nil)
        #expect(try await accounts.account(other.registration) != nil)
    }

    @Test("a proof of nobody, another authority's phone and a key of small order are refused alike")
    func refusals() async throws {
        let sound = try Self.request()
        let foreign = try RegistrationRequest(
            phoneKey: sound.phoneKey,
            jurisdiction: Jurisdiction(country: 250, state: 0),
            district: sound.district,
            proof: sound.proof
        )
        let weak = try SampleAuthority.registration("anna", PublicAgreementKey([UInt8](repeating: 0, count: 32)))
        for request in [try Self.request(""), foreign, weak] {
            let answer = try await authority.post(AssociationEndpoint.registration, request.bytes)
            #expect(answer == (403, []))
        }
        #expect(try await authority.post(AssociationEndpoint.registration, sound.bytes).status == 200)
    }

    @Test("a broken message is 400, and another media type 415")
    func malformed() async throws {
        let bytes = try Self.request().bytes
        for broken in [[], Array(bytes.dropLast()), bytes + [0], [2] + bytes.dropFirst()] {
            #expect(try await authority.post(AssociationEndpoint.registration, broken).status == 400)
        }
        let type = MediaType.json.text
        #expect(try await authority.post(AssociationEndpoint.registration, bytes, type: type).status == 415)
    }

    @Test("the log tells once a minute of proofs that nobody judged")
    func brokenProofs() async throws {
        let job = try authority.job("registration-proofs")
        let name = "registration-proofs-unanswered"
        try await job.run()
        authority.proofs.setBroken(true)
        for _ in 0..<3 {
            #expect(try await Self.register(at: authority) == 503)
        }
        #expect(authority.log.lines.filter { $0.contains(name) }.isEmpty)
        try await job.run()
        try await job.run()
        let lines = authority.log.lines.filter { $0.contains(name) }
        #expect(lines.count == 1 && lines[0].contains("3"))
        #expect(authority.metricsSay("association_unanswered_proofs_total 3"))
        authority.proofs.setBroken(false)
        #expect(try await Self.register(at: authority) == 200)
    }

    @Test(
        "a district has its number of registrations in an hour, and all districts together have theirs",
        arguments: ["association.registrations-per-hour", "association.all-registrations-per-hour"]
    )
    func limit(setting: String) async throws {
        let authority = try await SampleAuthority(settings: [setting: "2"])
        for (owner, status) in [("anna", 200), ("ben", 200), ("cleo", 429)] {
            #expect(try await Self.register(owner, at: authority) == status)
        }
        #expect(authority.proofs.questions == 2, "a proof is not used up where there is no room")
        authority.clock.advance(bySeconds: 3600)
        #expect(try await Self.register("cleo", at: authority) == 200)
    }
}
