import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import LaboratoryClient
import LaboratoryFiles
import PhonePorts
import PhoneSimulation
import Synchronization
import WireFormat

/// A laboratory service that keeps what it gets, and can lose answers.
final class SampleServer: HTTPExchange {
    /// What becomes of a request.
    enum Behaviour {
        case answer
        /// The request is worked on, and its answer is lost.
        case losesAnswer
        case unreachable
        case status(Int)
    }

    struct State {
        var codes: [String: Int] = [:]
        var received: [HTTPCall] = []
        var behaviours: [Behaviour] = []
    }

    private let state = Mutex(State())

    init(_ behaviours: [Behaviour] = [], codes: [String: Int] = [:]) {
        state.withLock { $0 = State(codes: codes, behaviours: behaviours) }
    }

    var codes: [String: Int] { state.withLock(\.codes) }
    var received: [HTTPCall] { state.withLock(\.received) }

    func send(_ call: HTTPCall) async throws(HTTPExchangeError) -> HTTPAnswer {
        let answer: Result<HTTPAnswer, HTTPExchangeError> = state.withLock { state in
            let behaviour = state.behaviours.isEmpty ? .answer : state.behaviours.removeFirst()
            switch behaviour {
            case .unreachable: return .failure(.unreachable)
            case .status(let status): return .success(HTTPAnswer(status: status))
            case .answer, .losesAnswer:
                state.received.append(call)
                let answer = Self.store(call, in: &state.codes)
                if case .losesAnswer = behaviour {
                    return .failure(.interrupted)
                }
                return .success(answer)
            }
        }
        return try answer.get()
    }

    /// Stores a whole message, or refuses it as the service does.
    private static func store(_ call: HTTPCall, in codes: inout [String: Int]) -> HTTPAnswer {
        let kind = TestKind.allCases.first { $0.resultsEndpoint.path == call.target } ?? .pcr
        guard let batch = try? ResultBatch(parsing: call.body, kind: kind) else {
            return HTTPAnswer(status: 400, body: ResultBatchError.malformed.body)
        }
        let sent = batch.results.map { result in
            (result.identifier.exposedText, TestResultCode(kind: kind, outcome: result.outcome).code)
        }
        let bad = sent.indices.filter { place in codes[sent[place].0].map { $0 != sent[place].1 } == true }
        guard bad.isEmpty else {
            return HTTPAnswer(status: 409, body: ResultBatchError.badLines(bad.map { $0 + 1 }).body)
        }
        codes.merge(sent) { $1 }
        return HTTPAnswer(status: 204)
    }
}

/// Results, a journal and a sender at one moment.
struct SampleLaboratory {
    static let now = UnixTime(1_795_000_000)
    let server: SampleServer
    let storage: any PhoneStorage = InMemoryPhoneStorage()

    init(_ behaviours: [SampleServer.Behaviour] = [], codes: [String: Int] = [:]) {
        server = SampleServer(behaviours, codes: codes)
    }

    static func code(_ number: Int) -> String {
        "ABCDEF-ABCDEF00-0000-4000-8000-000000\(String(1_000_000 + number).dropFirst())"
    }

    static func identifier(_ number: Int) -> String {
        guard let code = TestCode(code(number)) else {
            preconditionFailure("the code has the form of codes")
        }
        return TestIdentifier(hashing: code).exposedText
    }

    static func text(_ numbers: Range<Int>) -> String {
        let lines = numbers.map { "\(code($0)),\($0.isMultiple(of: 3) ? "positive" : "negative")\n" }
        return "code,result\n" + lines.joined()
    }

    static func file(_ text: String) throws -> ResultFile {
        try ResultFile(parsing: Array(text.utf8), kind: .pcr, now: now)
    }

    static func file(_ numbers: Range<Int>) throws -> ResultFile { try file(text(numbers)) }

    func journal(now: UnixTime = Self.now, server: String = "https://a") throws -> SentJournal {
        try SentJournal(storage: storage, server: server, now: now)
    }

    func sender(size: Int = 10, skips: Bool = false, patience: Int64 = 60, pauses: Pauses = Pauses()) -> ResultSender {
        var options = ResultSender.Options()
        (options.messageSize, options.skipsBadLines, options.patience) = (size, skips, patience)
        return ResultSender(exchange: server, key: SecretBytes("key".utf8), options: options) { pauses.add($0) }
    }
}

/// The pauses that were made.
final class Pauses: Sendable {
    private let seconds = Mutex<[Int64]>([])

    var all: [Int64] { seconds.withLock(\.self) }

    func add(_ pause: Int64) { seconds.withLock { $0.append(pause) } }
}
