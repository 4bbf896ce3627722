package import LaboratoryFiles
package import WireFormat

/// What became of a file of results.
package struct SendReport: Sendable {
    /// Lines with a result.
    package let total: Int
    /// Results that the server accepted now.
    package internal(set) var sent = 0
    /// Results that it had from an earlier run.
    package let sentBefore: Int
    /// The lines that were not sent, by their numbers.
    package internal(set) var problems: [Int: LineProblem]
    /// False if sending ended before the last good line.
    package internal(set) var isComplete = true

    /// The facts for programs. No file name, code or identifier is among them.
    package var facts: JSONValue {
        let bad: [JSONValue] = problems.sorted { $0.key < $1.key }.map { line, problem in
            ["line": .integer(line), "problem": .string(problem.description)]
        }
        return [
            "lines": .integer(total), "sent": .integer(sent), "sent_before": .integer(sentBefore),
            "bad_lines": .array(bad), "complete": .boolean(isComplete),
        ]
    }

    /// The outcome in words.
    package var summary: String {
        let before = sentBefore == 0 ? "" : " and \(sentBefore) before"
        let bad = problems.isEmpty ? "" : "; \(problems.count) bad"
        return "\(sent) of \(total) results sent\(before)\(bad)\(isComplete ? "" : "; the rest was not sent")"
    }
}

/// The state of sending.
package enum SendProgress: Hashable, Sendable {
    /// The server has this many results, of so many that can be sent.
    case stored(Int, of: Int)
    /// The server did not answer. The next attempt is after this many seconds.
    case waiting(seconds: Int64)
}

/// The reason why sending ends. Results that were accepted before stay with the server.
package enum SendFailure: Error, Hashable, CustomStringConvertible {
    case unauthorised
    case noService
    case refused(status: Int)
    case noAnswer(MissingAnswer)

    /// Whether the reason is the message, so another one may be accepted.
    var isOfMessage: Bool {
        switch self {
        case .refused: true
        case .unauthorised, .noService, .noAnswer: false
        }
    }

    package var description: String {
        switch self {
        case .unauthorised:
            "the server does not accept the laboratory's key or certificate: ask the authority whether it is known and valid"
        case .noService: "the server has no laboratory service at this address"
        case .refused(let status): "the server answered \(status)"
        case .noAnswer(.unreachable):
            "no connection to the server: check the address, and for https --ca and --client-certificate"
        case .noAnswer(.lost):
            "the connection ended without an answer: the server may not accept the certificate, or the network is down"
        case .noAnswer(.overloaded): "the server is not available now"
        }
    }
}

/// The reason why there is no answer.
package enum MissingAnswer: Error, Hashable, Sendable {
    case unreachable
    case lost
    case overloaded
}
