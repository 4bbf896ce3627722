public import CoronaWarnAPI
import WireFormat

/// One message to the server: results of tests of one kind.
public struct ResultMessage: Sendable {
    public let kind: TestKind
    public let results: [NumberedResult]

    /// Cuts results into messages. The results of one line are never in two messages.
    ///
    /// - Parameter maxCount: the maximum number of identifiers in a message, 2 to
    ///   ``/CoronaWarnAPI/CoronaWarnLimits/resultCount``.
    public static func messages(of results: [NumberedResult], maxCount: Int) -> [ResultMessage] {
        TestKind.allCases.flatMap { kind in
            var messages: [ResultMessage] = []
            var (waiting, count): ([NumberedResult], Int) = ([], 0)
            for result in results where result.result.code.kind == kind {
                if count + result.result.identifiers.count > maxCount {
                    messages.append(ResultMessage(kind: kind, results: waiting))
                    (waiting, count) = ([], 0)
                }
                waiting.append(result)
                count += result.result.identifiers.count
            }
            return messages + (waiting.isEmpty ? [] : [ResultMessage(kind: kind, results: waiting)])
        }
    }

    /// The body of the request.
    public func exposedBody(laboratoryID: LaboratoryID?) -> [UInt8] {
        let lines: [JSONValue] = results.flatMap { numbered in
            numbered.result.identifiers.map { identifier in
                var members: [JSONValue.Member] = [
                    .init(name: "id", value: .string(identifier.exposedText)),
                    .init(name: "result", value: .integer(numbered.result.code.code)),
                ]
                if let sample = numbered.result.sampleCollection {
                    members.append(.init(name: "sc", value: .integer(sample)))
                }
                return .object(members)
            }
        }
        let laboratory = laboratoryID.map { [JSONValue.Member(name: "labId", value: .string($0.text))] } ?? []
        return JSONValue.object([.init(name: "testResults", value: .array(lines))] + laboratory).encoded
    }

    /// The numbers of the lines that a refusal names by their places in the message; nil if the body of the answer
    /// names none of them.
    public func lines(refusedBy body: [UInt8]) -> Set<Int>? {
        guard case .array(let places)? = (try? JSONValue(parsing: body))?["badLines"] else {
            return nil
        }
        let numbers = places.compactMap { place -> Int? in
            guard case .number(let text) = place else {
                return nil
            }
            return Int(text)
        }
        let lines = lines(at: numbers)
        return lines.isEmpty ? nil : lines
    }

    /// The message without some lines; nil if nothing is left.
    public func leavingOut(_ lines: Set<Int>) -> ResultMessage? {
        let left = results.filter { !lines.contains($0.line) }
        return left.isEmpty ? nil : ResultMessage(kind: kind, results: left)
    }
}
