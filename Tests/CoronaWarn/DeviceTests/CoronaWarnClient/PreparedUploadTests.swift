import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import Testing

@testable import CoronaWarnClient

@Suite("A finished upload and its TANs")
struct PreparedUploadTests {
    private static let start = UnixTime(1_795_255_200)

    private struct Bench {
        var upload: PreparedUpload
        var generator = SeededGenerator(seed: 1)
        var now = PreparedUploadTests.start

        init(hasTAN: Bool = false) throws {
            let payload = SubmissionPayload(keys: [], visitedCountries: [], consentsToFederation: true)
            upload = try #require(PreparedUpload(payload, using: &generator))
            if hasTAN {
                _ = getTAN()
            }
        }

        mutating func begin() -> PreparedUpload.Step { upload.begin(at: now, using: &generator) }

        /// The nonce of the request for a TAN; nil if the upload itself is next.
        mutating func nonce() -> PhoneNonce? {
            if case .requestTAN(let nonce) = begin() { nonce } else { nil }
        }

        /// The upload that leaves; nil if a TAN is asked for first.
        mutating func sent() -> (tan: TAN, body: [UInt8])? {
            if case .send(let tan, let body) = begin() { (tan, body) } else { nil }
        }

        mutating func getTAN() -> TAN {
            let tan = TAN.generate(using: &generator)
            upload.got(tan, at: now, using: &generator)
            return tan
        }

        mutating func tanFails(_ failure: ExchangeFailure) -> PreparedUpload.Next {
            upload.tanFailed(failure, at: now, using: &generator)
        }

        mutating func sendingFails(_ failure: ExchangeFailure) -> PreparedUpload.Next {
            upload.sendingFailed(failure, at: now, using: &generator)
        }
    }

    @Test("the TAN comes first, then the same bytes each time")
    func order() throws {
        var bench = try Bench()
        #expect(bench.upload.needsTAN(at: bench.now))
        try #require(bench.nonce() != nil)
        let tan = bench.getTAN()
        #expect(!bench.upload.needsTAN(at: bench.now))
        var bodies: Set<[UInt8]> = []
        for failure in [ExchangeFailure.lost, .unreachable, .unavailable, .tooManyRequests(seconds: 5), .lost] {
            let sent = bench.sent()
            #expect(sent?.tan == tan)
            bodies.insert(try #require(sent?.body))
            bench.now = try #require(bench.sendingFails(failure).time, "it gave up after \(failure)")
        }
        #expect(bodies.count == 1)
        #expect(bench.upload.mayHaveArrived)
    }

    @Test("a request for a TAN is repeated with its nonce for nine minutes, then made anew")
    func nonces() throws {
        var bench = try Bench()
        let first = bench.nonce()
        _ = bench.tanFails(.lost)
        bench.now = Self.start.advanced(bySeconds: RegistrationAttempt.repeatingLife - 1)
        #expect(bench.nonce() == first)
        bench.now = Self.start.advanced(bySeconds: RegistrationAttempt.repeatingLife)
        let second = bench.nonce()
        #expect(second != nil && second != first)
        bench.now = bench.now.advanced(bySeconds: -3600)
        #expect(bench.nonce() != second, "a clock that was set back says nothing of the server's time")
    }

    @Test("an expired TAN is replaced for the same bytes, without a question")
    func expiry() throws {
        var bench = try Bench(hasTAN: true)
        let body = bench.upload.body
        bench.now = Self.start.advanced(bySeconds: PreparedUpload.tanLife - 1)
        #expect(!bench.upload.needsTAN(at: bench.now))
        bench.now = Self.start.advanced(bySeconds: PreparedUpload.tanLife)
        try #require(bench.nonce() != nil)
        _ = bench.getTAN()
        #expect(bench.sent()?.body == body)
    }

    @Test("a refused TAN that may have expired is replaced; one that is fresh ends the upload with its own words")
    func refusedTAN() throws {
        var bench = try Bench(hasTAN: true)
        bench.now = bench.now.advanced(bySeconds: 59)
        #expect(bench.sendingFails(.refused(.tan)) == .ended(.refusedTAN))

        bench = try Bench(hasTAN: true)
        bench.now = bench.now.advanced(bySeconds: 60)
        #expect(bench.sendingFails(.refused(.tan)) == .again(at: bench.now) && bench.upload.needsTAN(at: bench.now))
        try #require(bench.nonce() != nil)
        _ = bench.getTAN()
        #expect(bench.sendingFails(.refused(.tan)) == .ended(.refusedTAN))
    }

    @Test("after a lost answer the keys may have arrived, and a refusal says so")
    func uncertain() throws {
        var bench = try Bench(hasTAN: true)
        _ = bench.sendingFails(.lost)
        #expect(bench.sendingFails(.refused(.tan)) == .ended(.uncertain))

        bench = try Bench(hasTAN: true)
        _ = bench.sendingFails(.unreachable)
        #expect(!bench.upload.mayHaveArrived && bench.sendingFails(.refused(.tan)) == .ended(.refusedTAN))

        bench = try Bench(hasTAN: true)
        _ = bench.sendingFails(.lost)
        bench.now = bench.now.advanced(bySeconds: PreparedUpload.tanLife)
        #expect(bench.tanFails(.refused(.token)) == .ended(.uncertain))
    }

    @Test("after a kill in the upload the keys may have arrived, and a refusal says so")
    func killedInUpload() throws {
        var bench = try Bench(hasTAN: true)
        #expect(!bench.upload.mayHaveArrived)
        _ = bench.begin()
        // The app was killed: no answer came. It is started again from its file.
        bench.upload = try JSONDecoder().decode(PreparedUpload.self, from: JSONEncoder().encode(bench.upload))
        #expect(bench.upload.mayHaveArrived)
        _ = bench.begin()
        #expect(bench.sendingFails(.refused(.tan)) == .ended(.uncertain))

        bench = try Bench(hasTAN: true)
        _ = bench.begin()
        bench.now = bench.now.advanced(bySeconds: PreparedUpload.tanLife)
        #expect(bench.tanFails(.refused(.token)) == .ended(.uncertain))

        // Here an answer came each time, so nothing may have arrived.
        bench = try Bench(hasTAN: true)
        for failure in [ExchangeFailure.unreachable, .unavailable, .busy] {
            _ = bench.begin()
            _ = bench.sendingFails(failure)
            #expect(!bench.upload.mayHaveArrived)
        }
        _ = bench.begin()
        #expect(bench.sendingFails(.refused(.tan)) == .ended(.refusedTAN))
    }

    @Test("other refusals have their own ends")
    func ends() throws {
        var bench = try Bench()
        #expect(bench.tanFails(.refused(.token)) == .ended(.noTAN))
        #expect(bench.tanFails(.refused(.differingResults)) == .ended(.noTAN))
        _ = bench.getTAN()
        #expect(bench.sendingFails(.refused(.content)) == .ended(.refusedContent))
    }

    @Test("waits grow up to four hours, and respect the server's")
    func waits() throws {
        var bench = try Bench()
        var last: Int64 = 0
        for number in 0..<14 {
            last = try #require(bench.tanFails(.unreachable).time, "it gave up").seconds(since: bench.now)
            let full = min(Int64(30) << Int64(number), 14_400)
            #expect(last >= full / 2 && last <= full)
        }
        #expect(last >= 7200)
        bench = try Bench()
        #expect(bench.tanFails(.tooManyRequests(seconds: 900)) == .again(at: bench.now.advanced(bySeconds: 900)))
        #expect(bench.tanFails(.tooManyRequests(seconds: 90_000)) == .again(at: bench.now.advanced(bySeconds: 14_400)))
    }

    @Test("the file holds an upload with TAN and nonce, and neither prints")
    func file() throws {
        var bench = try Bench()
        _ = bench.nonce()
        let tan = bench.getTAN()
        let encoded = try JSONEncoder().encode(bench.upload)
        #expect(try JSONDecoder().decode(PreparedUpload.self, from: encoded) == bench.upload)
        #expect(!"\(bench.upload)".contains(tan.exposedText))
        let damaged = String(decoding: encoded, as: UTF8.self).replacing(tan.exposedText, with: "no TAN")
        let data = Data(damaged.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PreparedUpload.self, from: data) }
    }
}

extension PreparedUpload.Next {
    /// When the upload goes on; nil if it has ended.
    fileprivate var time: UnixTime? { if case .again(let time) = self { time } else { nil } }
}
