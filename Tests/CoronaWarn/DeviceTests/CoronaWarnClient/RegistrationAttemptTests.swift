import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import Testing

@testable import CoronaWarnClient

@Suite("The registration of a test")
struct RegistrationAttemptTests {
    private var generator = SeededGenerator(seed: 1)
    private static let start = UnixTime(1_795_255_200)

    private static func attempt(seed: UInt64 = 1) throws -> RegistrationAttempt {
        var generator = SeededGenerator(seed: seed)
        let test = try ScannedTest("E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B", today: start.utcDay)
        return RegistrationAttempt(.scanned(test), using: &generator)
    }

    /// What follows `failures`, each at the time at which the attempt wanted to go on.
    private static func play(_ failures: [ExchangeFailure], seed: UInt64 = 1) throws -> RegistrationAttempt.Next {
        var generator = SeededGenerator(seed: seed)
        var attempt = try attempt(seed: seed)
        var now = start
        var next = RegistrationAttempt.Next.again(at: now)
        for failure in failures {
            guard let time = next.time else {
                return next
            }
            now = time
            attempt.sending(at: now)
            next = attempt.failed(failure, at: now, using: &generator)
        }
        return next
    }

    @Test("every repetition has the same bytes, also after a restart")
    mutating func sameBytes() throws {
        var attempt = try Self.attempt()
        let first = attempt.request.exposedBody()
        attempt.sending(at: Self.start)
        _ = attempt.failed(.lost, at: Self.start, using: &generator)
        let restored = try JSONDecoder().decode(RegistrationAttempt.self, from: JSONEncoder().encode(attempt))
        #expect(restored == attempt)
        #expect(restored.request.exposedBody() == first)
        #expect(first.count == CoronaWarnLimits.requestSize)
        #expect(try Self.attempt(seed: 2).request.exposedBody() != first)
    }

    @Test("a teleTAN is registered as one")
    mutating func teleTAN() throws {
        let attempt = RegistrationAttempt(.teleTAN(try TeleTAN("ABCDEFGHJA")), using: &generator)
        #expect(attempt.request.key == .teleTAN(try TeleTAN("ABCDEFGHJA")))
        #expect(try RegistrationTokenRequest(parsing: attempt.request.exposedBody()).nonce == attempt.request.nonce)
    }

    @Test("a refused code and a code whose answer was lost have different ends")
    func ends() throws {
        #expect(try Self.play([.refused(.code)]) == .ended(.refused))
        #expect(try Self.play([.lost, .refused(.code)]) == .ended(.lost))
        #expect(try Self.play([.unavailable, .refused(.code)]) == .ended(.refused), "503 changed nothing")
        #expect(try Self.play([.tooManyRequests(seconds: 1), .refused(.code)]) == .ended(.refused))
        #expect(try Self.play([.unreachable, .refused(.code)]) == .ended(.refused))
        #expect(try Self.play([.unexpected(status: 302), .refused(.code)]) == .ended(.lost))
    }

    @Test("a lost answer is asked for again as long as the server repeats it, and no longer")
    func recovery() throws {
        for seed in UInt64(1)...200 {
            var generator = SeededGenerator(seed: seed)
            var attempt = try Self.attempt(seed: seed)
            var (now, count) = (Self.start, 0)
            while true {
                attempt.sending(at: now)
                count += 1
                guard let time = attempt.failed(.lost, at: now, using: &generator).time else {
                    break
                }
                #expect(time > now)
                #expect(time.seconds(since: Self.start) < RegistrationAttempt.repeatingLife)
                now = time
            }
            #expect(count >= 7, "it tries several times")
        }
    }

    @Test("without a connection the phone keeps the code and tries again by itself, however often")
    func offline() throws {
        #expect(try Self.play(Array(repeating: .unreachable, count: 30)).time != nil)
    }

    @Test("on 429 the phone keeps the code and tries again by itself, however often")
    func tooMany() throws {
        let next = try Self.play(Array(repeating: .tooManyRequests(seconds: 600), count: 30)).time
        #expect(try #require(next, "it gave up").seconds(since: Self.start) >= 30 * 600)
        #expect(try Self.play([.tooManyRequests(seconds: 4000), .lost]) != .ended(.lost), "no time has run")
    }

    @Test("a clock that was set back does not make the server's ten minutes longer")
    mutating func clock() throws {
        var attempt = try Self.attempt()
        attempt.sending(at: Self.start)
        attempt.sending(at: Self.start.advanced(bySeconds: -10_000))
        #expect(attempt.failed(.lost, at: Self.start, using: &generator) == .ended(.lost))
    }

    @Test("nothing of it prints")
    func redacted() throws {
        let attempt = try Self.attempt()
        #expect(!"\(attempt)".contains("904df8"))
        #expect(!"\(attempt)".contains("n1:"))
    }
}

extension RegistrationAttempt.Next {
    /// When the attempt goes on; nil if it has ended.
    fileprivate var time: UnixTime? { if case .again(let time) = self { time } else { nil } }
}
