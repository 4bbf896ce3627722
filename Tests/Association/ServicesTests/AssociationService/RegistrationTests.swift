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
    private static func request(_ proof: String = "anna") throws -> RegistrationRequest {
        var generator = SystemRandomNumberGenerator()
        return try SampleAuthority.registration(proof, PrivateAgreementKey.generate(using: &generator).publicKey)
    }

    @Test("phone and authority have the same key, and nobody sent it")
    func agreement() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let phone = try await authority.register("anna")
            let account = try #require(try await authority.stores.accounts.account(phone.registration))
            #expect(account.chain.exposedBytes == phone.chain.exposedBytes)
            #expect(account.chain.day == AssociationSamples.today)
        }
    }

    @Test("registering again ends the old account")
    func again() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let first = try await authority.register("anna")
            let other = try await authority.register("ben")
            let second = try await authority.register("anna")
            let accounts = authority.stores.accounts
            #expect(try await accounts.account(first.registration) == nil)
            #expect(try await accounts.account(second.registration) != nil)
            #expect(try await accounts.account(other.registration) != nil)
        }
    }

    @Test("a proof of nobody, another authority's phone and a key of small order are refused alike")
    func refusals() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
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
                #expect(answer.status == 403)
                #expect(answer.body == [])
            }
            #expect(try await authority.post(AssociationEndpoint.registration, sound.bytes).status == 200)
        }
    }

    @Test("a broken message is 400, and another media type 415")
    func malformed() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let bytes = try Self.request().bytes
            for broken in [[], Array(bytes.dropLast()), bytes + [0], [2] + bytes.dropFirst()] {
                #expect(try await authority.post(AssociationEndpoint.registration, broken).status == 400)
            }
            let type = MediaType.json.text
            #expect(try await authority.post(AssociationEndpoint.registration, bytes, type: type).status == 415)
        }
    }

    @Test("all districts together have their number of registrations in an hour")
    func wholeLimit() async throws {
        try await TemporaryFolder.with { folder in
            let settings = ["association.all-registrations-per-hour": "2"]
            let authority = try await SampleAuthority(in: folder, settings: settings)
            let statuses = try await ["anna", "ben", "cleo"].asyncMap { name in
                try await authority.post(AssociationEndpoint.registration, Self.request(name).bytes).status
            }
            #expect(statuses == [200, 200, 429])
        }
    }

    @Test("the log tells once a minute of proofs that nobody judged")
    func brokenProofs() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let job = try #require(authority.service.jobs.first { $0.name == "registration-proofs" })
            let name = "registration-proofs-unanswered"
            try await job.run()
            authority.proofs.setBroken(true)
            for _ in 0..<3 {
                let answer = try await authority.post(AssociationEndpoint.registration, Self.request("anna").bytes)
                #expect(answer.status == 503)
            }
            #expect(authority.log.lines.filter { $0.contains(name) }.isEmpty)
            try await job.run()
            try await job.run()
            let lines = authority.log.lines.filter { $0.contains(name) }
            #expect(lines.count == 1 && lines[0].contains("3"))
            #expect(authority.metrics.prometheusText().contains("association_unanswered_proofs_total 3"))
            authority.proofs.setBroken(false)
            let answer = try await authority.post(AssociationEndpoint.registration, Self.request("anna").bytes)
            #expect(answer.status == 200)
        }
    }

    @Test("a district has its number of registrations in an hour")
    func limit() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(
                in: folder,
                settings: ["association.registrations-per-hour": "2"]
            )
            let statuses = try await ["anna", "ben", "cleo"].asyncMap { name in
                try await authority.post(AssociationEndpoint.registration, Self.request(name).bytes).status
            }
            #expect(statuses == [200, 200, 429])
            #expect(authority.proofs.questions == 2, "a proof is not used up where there is no room")
            authority.clock.advance(bySeconds: 3600)
            let later = try await authority.post(AssociationEndpoint.registration, Self.request("cleo").bytes)
            #expect(later.status == 200)
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self {
            results.append(try await transform(element))
        }
        return results
    }
}
