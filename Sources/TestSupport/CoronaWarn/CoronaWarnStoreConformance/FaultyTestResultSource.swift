package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import Persistence

/// A source of results with one planted fault.
package struct FaultyTestResultSource: TestResultSource {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case keepsRehearsals
        case forgetsQuestions
        case losesTheTime
        case losesTheName
        case takesQuestionsForResults
        case takesResultsForQuestions
        case knowsQuestions
        case asksForOnePage
    }

    private let store: any TestResultStore
    private let fault: Fault

    package init(_ store: any TestResultStore, fault: Fault) {
        (self.store, self.fault) = (store, fault)
    }

    package func phoneResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) -> PhoneTestResult {
        if fault == .forgetsQuestions, try await store.known(among: [identifier]).isEmpty {
            try await store.rehearseResult(of: identifier, now: now)
            return PhoneTestResult(StoredTestResult(askedAt: now))
        }
        let told = try await store.phoneResult(of: identifier, now: now)
        let isSent =
            switch fault {
            case .takesQuestionsForResults: true
            case .takesResultsForQuestions: false
            default: told.isSent
            }
        return PhoneTestResult(
            code: told.code,
            sampleCollection: fault == .losesTheTime ? Int(now.seconds) : told.sampleCollection,
            laboratoryID: fault == .losesTheName ? nil : told.laboratoryID,
            isSent: isSent
        )
    }

    package func rehearseResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) {
        if fault == .keepsRehearsals {
            _ = try await store.result(of: identifier, now: now)
        }
    }

    package func known(among identifiers: [TestIdentifier]) async throws(StoreError) -> Set<TestIdentifier> {
        var known = try await store.known(among: identifiers)
        switch fault {
        case .knowsQuestions: known.formUnion(identifiers)
        case .asksForOnePage: known.formIntersection(identifiers.prefix(CoronaWarnLimits.knownTests))
        default: break
        }
        return known
    }
}
