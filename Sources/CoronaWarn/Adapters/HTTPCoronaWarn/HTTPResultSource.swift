package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import Persistence
package import WireFormat

/// The results of a laboratory service in another process or on another machine. Its clock decides, not the caller's.
package struct HTTPResultSource: TestResultSource {
    private let service: InternalService

    /// - Parameters:
    ///   - exchange: with the internal listener of that service.
    ///   - token: the bearer token of that listener; nil if it has none.
    package init(exchange: any HTTPExchange, token: SecretBytes?) {
        service = InternalService(exchange: exchange, token: token)
    }

    package func phoneResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) -> PhoneTestResult {
        let answer = try await ask(identifier, .genuine)
        guard let result = try? TestResultAnswer(parsing: answer.body),
            let code = TestResultCode(code: result.code), code == code.forPhones
        else {
            throw Self.misunderstood
        }
        return PhoneTestResult(
            code: code,
            sampleCollection: result.sampleCollection,
            laboratoryID: result.laboratoryID,
            isSent: answer.isSent ?? (code.outcome != .pending)
        )
    }

    package func rehearseResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) {
        _ = try await ask(identifier, .fake)
    }

    package func known(among identifiers: [TestIdentifier]) async throws(StoreError) -> Set<TestIdentifier> {
        var known: Set<TestIdentifier> = []
        for start in stride(from: 0, to: identifiers.count, by: CoronaWarnLimits.knownTests) {
            let page = Array(identifiers[start...].prefix(CoronaWarnLimits.knownTests))
            let question = KnownTestsQuestion(identifiers: page)
            let answer = try await send(question.exposedBody, CoronaWarnEndpoint.knownTests)
            guard let found = try? KnownTestsAnswer(parsing: answer.body) else {
                throw Self.misunderstood
            }
            known.formUnion(found.identifiers)
        }
        return known
    }

    /// A fake has the same header as a genuine question, so both have one size.
    private func ask(_ identifier: TestIdentifier, _ flag: FakeFlag) async throws(StoreError) -> HTTPAnswer {
        try await send(
            ResultQuestion(identifier: identifier).exposedBody,
            CoronaWarnEndpoint.appResult,
            headers: [.init(CoronaWarnHeader.fake, flag.headerValue)]
        )
    }

    private func send(
        _ body: [UInt8],
        _ endpoint: Endpoint,
        headers: [HTTPHeader] = []
    ) async throws(StoreError) -> HTTPAnswer {
        let answer: HTTPAnswer
        do {
            answer = try await service.send(body, to: endpoint, headers: headers)
        } catch {
            throw .unreachable(reason: "laboratory: \(error)")
        }
        guard answer.status == 200 else {
            throw .unreachable(reason: "laboratory: status \(answer.status)")
        }
        return answer
    }

    private static let misunderstood = StoreError.unreachable(reason: "laboratory: not the contract's answer")
}

extension HTTPAnswer {
    /// Whether a laboratory has sent the result; nil if the server does not say so, as the contract permits.
    fileprivate var isSent: Bool? {
        let value = headers.first { $0.name.lowercased() == CoronaWarnHeader.resultSent }?.value
        return value.map { $0 == "1" }
    }
}
