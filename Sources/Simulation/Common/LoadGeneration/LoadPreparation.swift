package import PhonePorts
package import WireFormat

/// Sends the requests before the day, one after the other. They are counted, because the servers count them too, and
/// not measured.
package actor LoadPreparation {
    private let transport: any LoadTransport
    private var counts: [LoadKind: [Int: Int]] = [:]

    package init(_ transport: any LoadTransport) {
        self.transport = transport
    }

    /// - Throws: ``LoadFault`` if there is no answer, or another status than expected.
    package func send(_ request: PhoneRequest, as kind: LoadKind) async throws -> HTTPAnswer {
        let answer: HTTPAnswer
        do throws(HTTPExchangeError) {
            answer = try await transport.send(request)
        } catch {
            throw LoadFault("no answer to \(kind.name) before the day: \(error)")
        }
        counts[kind, default: [:]][answer.status, default: 0] += 1
        guard kind.expected.contains(answer.status) else {
            throw LoadFault("\(kind.name) before the day was answered with \(answer.status)")
        }
        return answer
    }

    /// The headers that the transport adds to requests to `host`.
    package func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { transport.addedHeaders(to: host) }

    /// The number of answers of each kind, by status.
    package var answers: [LoadKind: [Int: Int]] { counts }
}

/// The reason why there is no load, as one sentence.
package struct LoadFault: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
