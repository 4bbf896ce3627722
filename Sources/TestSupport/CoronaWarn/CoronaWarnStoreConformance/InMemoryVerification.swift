package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import Persistence
import Synchronization

/// The reference for the verification service's port. It can have one planted fault.
package final class InMemoryVerification: VerificationStore {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case forgetsBirthDates
        case registersTwice
        case repeatsTooLong
        case repeatsWithoutNonce
        case keepsRehearsals
        case endsTokensEarly
        case keepsTeleTANs
        case takesOldTeleTANs
        case endsEventsEarly
        case countsPausesForAll
        case hasNoPause
        case hasNoHourlyLimit
        case leavesTooMuch
        case looksCount
        case holdsNothing
        case agesInHolds
        case countsForever
        case keepsReplacedTANs
        case countsIssuedTANs
        case issuesForOldTokens
        case issuesAThirdTAN
        case repeatsEarlierRequests
        case keepsUsedTANs
        case takesOldTANs
        case losesTheKind
        case reservesTwice
        case forgetsConfirmed
        case forgetsOpenReservations
        case consumesReserved
        case confirmsOnce
        case reservesEvents
        case forgetsReplacedReservations
        case forgetsTestsWithTokens
    }

    struct Session {
        let session: TestSession
        var issued = 0
        var used = 0
        var issuedAt: UnixTime?
        var requests: [[UInt8]?] = []
    }

    struct StoredTAN {
        let token: CredentialDigest
        let teleTAN: TeleTANKind?
        let end: UnixTime
        var reservation: Bytes16?
    }

    struct Reservation {
        let upload: [UInt8]
        var token: CredentialDigest?
        let teleTAN: TeleTANKind?
        let end: UnixTime
    }

    struct State {
        var tests: [RegisteredTest: UnixTime] = [:]
        var sessions: [CredentialDigest: Session] = [:]
        var teleTANs: [TeleTANMark: (kind: TeleTANKind, end: UnixTime)] = [:]
        var tans: [CredentialDigest: StoredTAN] = [:]
        var reservations: [Bytes16: Reservation] = [:]
        var issues: [UnixTime] = []
        var pauses: [String: UnixTime] = [:]
        var wrong: [Int64: Int] = [:]
        var holdEnd: UnixTime?
    }

    let state = Mutex(State())
    let fault: Fault?

    package init(fault: Fault? = nil) {
        self.fault = fault
    }
}

// MARK: - Registrations

extension InMemoryVerification {
    package func register(
        _ registration: Registration,
        wrongTeleTANs: Int,
        now: UnixTime
    ) async throws(StoreError) -> RegistrationOutcome {
        state.withLock { register(registration, wrongTeleTANs, now, &$0) }
    }

    package func rehearse(_ registration: Registration, now: UnixTime) async throws(StoreError) {
        state.withLock { state in
            var copy = state
            _ = register(registration, .max, now, &copy)
            if fault == .keepsRehearsals {
                state = copy
            }
        }
    }

    private func register(
        _ registration: Registration,
        _ wrongTeleTANs: Int,
        _ now: UnixTime,
        _ state: inout State
    ) -> RegistrationOutcome {
        let repetition = Registration.repetition + (fault == .repeatsTooLong ? 60 : 0)
        if registration.mayComeAgain || fault == .repeatsWithoutNonce,
            let earlier = state.sessions[registration.token]?.session
        {
            return now.seconds(since: earlier.began) < repetition ? .registered : .refused
        }
        switch registration.key {
        case .test(let test):
            let known = Set(state.tests.keys.flatMap { fault == .forgetsBirthDates ? [$0.code] : $0.identifiers })
            guard known.isDisjoint(with: test.identifiers) || fault == .registersTwice else {
                return .refused
            }
            state.tests[test] = now
            state.sessions[registration.token] = Session(session: TestSession(subject: .test(test), began: now))
        case .teleTAN(let mark):
            if let end = state.holdEnd, now < end {
                return .held(until: end)
            }
            guard let teleTAN = state.teleTANs[mark], now < teleTAN.end || fault == .takesOldTeleTANs else {
                return .wrongTeleTAN(countWrong(wrongTeleTANs, now, &state))
            }
            if fault != .keepsTeleTANs {
                state.teleTANs[mark] = nil
            }
            let session = TestSession(subject: .teleTAN(teleTAN.kind), began: now)
            state.sessions[registration.token] = Session(session: session)
        }
        return .registered
    }

    private func countWrong(_ limit: Int, _ now: UnixTime, _ state: inout State) -> WrongTeleTANs {
        let minute = now.seconds / 60
        state.wrong[minute, default: 0] += 1
        let recent = state.wrong.filter { fault == .countsForever || $0.key >= (now.seconds - 3600) / 60 }
        let count = recent.values.reduce(0, +)
        guard count >= limit, fault != .holdsNothing else {
            return WrongTeleTANs(count: count, reachesLimit: false)
        }
        let end = UnixTime(((recent.keys.min() ?? minute) + 1) * 60 + 3600)
        state.holdEnd = end
        if fault != .agesInHolds {
            state.teleTANs = state.teleTANs.mapValues { teleTAN in
                (teleTAN.kind, teleTAN.end.advanced(bySeconds: now < teleTAN.end ? end.seconds(since: now) : 0))
            }
        }
        return WrongTeleTANs(count: count, reachesLimit: true)
    }

    package func session(of token: CredentialDigest, now: UnixTime) async throws(StoreError) -> TestSession? {
        state.withLock { live(token, now, $0)?.session }
    }

    func live(_ token: CredentialDigest, _ now: UnixTime, _ state: State) -> Session? {
        state.sessions[token].flatMap { session in
            let life = Registration.tokenLife - (fault == .endsTokensEarly ? 3600 : 0)
            return now.seconds(since: session.session.began) < life ? session : nil
        }
    }
}

// MARK: - TeleTANs

extension InMemoryVerification {
    package func issue(
        _ teleTAN: NewTeleTAN,
        limits: TeleTANLimits,
        now: UnixTime
    ) async throws(StoreError) -> TeleTANOutcome {
        state.withLock { state in
            let holder = fault == .countsPausesForAll ? "all" : teleTAN.operator
            if let end = allowance(of: holder, limits, now, state).next {
                return .limited(until: end)
            }
            let start = state.holdEnd.flatMap { now < $0 && fault != .agesInHolds ? $0 : nil } ?? now
            let kind = fault == .endsEventsEarly ? TeleTANKind.test : teleTAN.kind
            state.teleTANs[teleTAN.mark] = (teleTAN.kind, start.advanced(bySeconds: limits.life(of: kind)))
            state.pauses[holder] = now
            state.issues.append(now)
            return .issued
        }
    }

    package func allowance(
        of operator: String,
        limits: TeleTANLimits,
        now: UnixTime
    ) async throws(StoreError) -> TeleTANAllowance {
        state.withLock { state in
            if fault == .looksCount {
                state.issues.append(now)
            }
            return allowance(of: `operator`, limits, now, state)
        }
    }

    private func allowance(
        of holder: String,
        _ limits: TeleTANLimits,
        _ now: UnixTime,
        _ state: State
    ) -> TeleTANAllowance {
        let pauseEnd = state.pauses[holder]?.advanced(bySeconds: limits.pause)
        let recent = state.issues.filter { now.seconds(since: $0) < 3600 }
        let limitEnd = recent.count >= limits.perHour ? recent.min()?.advanced(bySeconds: 3600) : nil
        let ends = [
            fault == .hasNoPause ? nil : pauseEnd.flatMap { now < $0 ? $0 : nil },
            fault == .hasNoHourlyLimit ? nil : limitEnd,
        ]
        let left = limits.perHour - (fault == .leavesTooMuch ? 0 : recent.count)
        return TeleTANAllowance(left: max(0, left), next: ends.compactMap(\.self).max())
    }
}

// MARK: - The end of rows

extension InMemoryVerification {
    package func deleteExpired(now: UnixTime) async throws(StoreError) -> Int {
        state.withLock { state in
            let before = state.sessions.count + state.tans.count + state.teleTANs.count
            let old = state.sessions.filter { now.seconds(since: $0.value.session.began) >= Registration.tokenLife }
            state.sessions = state.sessions.filter { old[$0.key] == nil }
            if fault == .forgetsTestsWithTokens, !old.isEmpty {
                state.tests = [:]
            }
            state.tans = state.tans.filter { now < $0.value.end }
            state.teleTANs = state.teleTANs.filter { now < $0.value.end }
            return before - state.sessions.count - state.tans.count - state.teleTANs.count
        }
    }

    package func tests(
        olderThan age: Int64,
        after last: TestIdentifier?,
        limit: Int,
        now: UnixTime
    ) async throws(StoreError) -> [RegisteredTest] {
        state.withLock { state in
            let old = state.tests.filter { now.seconds(since: $0.value) >= age }.map(\.key)
            let sorted = old.sorted { $0.code.exposedText < $1.code.exposedText }
            return Array(sorted.filter { $0.code.exposedText > last?.exposedText ?? "" }.prefix(limit))
        }
    }

    package func forget(_ tests: [RegisteredTest]) async throws(StoreError) {
        state.withLock { state in
            for test in tests {
                state.tests[test] = nil
            }
        }
    }
}
