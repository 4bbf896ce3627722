package import ExposurePrimitives
package import OperatorStores
package import Persistence
import Synchronization

/// Operators' accounts in memory, the reference of the conformance suite. With a planted fault it shows that the suite
/// finds the fault.
package final class InMemoryOperators: OperatorStore {
    /// A fault that an adapter could have.
    package enum Fault: Sendable, CaseIterable {
        case overwritesAccounts
        case keepsSessionsOfDisabled
        case startsSessionsOfDisabled
        case losesAuditLines
        case resetKeepsSessions
        case changeEndsOwnSession
        case changesForStrangers
        case mixesBrowsers
        case keepsOldSessions
        case keepsOldAudit
        case losesTheEndOfTime
        case useForgetsTheEndOfTime
        case neverAsksForAnotherPassword
        case asksForAnotherPasswordAgain
        case losesTries
        case mixesTries
        case keepsOldTries
        case keepsForgottenAccounts
        case forgetsOpenAccounts
        case mixesRoles
        case keepsOneRole
        case losesTheInstitution
        case takesTurnsTwice
        case mixesTurns
        case mixesSections
        case refusesUnknownEvents
        case acceptsFormerPasswords
    }

    private struct Kept: Sendable {
        var accounts: [OperatorName: OperatorAccount] = [:]
        var sessions: [SecretDigest: OperatorSession] = [:]
        var browsers: [SecretDigest: [OperatorName: UnixTime]] = [:]
        var tries: [SecretDigest: WrongTries] = [:]
        var audit: [OperatorAuditEntry] = []

        mutating func endSessions(of name: OperatorName, except digest: SecretDigest? = nil) {
            sessions = sessions.filter { $0.value.name != name || $0.key == digest }
        }
    }

    private let fault: Fault?
    private let kept = Mutex(Kept())
    private let writes = Mutex((made: 0, allowed: Int.max))
    private let interruption = Mutex<(@Sendable () async throws(StoreError) -> Void)?>(nil)

    /// Runs `change` once, after the next account was read: its password is being checked meanwhile.
    package func interrupt(with change: @escaping @Sendable () async throws(StoreError) -> Void) {
        interruption.withLock { $0 = change }
    }

    /// Lets that many writes of sessions, attempts and the audit log succeed, and no more.
    package func fail(after writes: Int) {
        self.writes.withLock { $0.allowed = $0.made + writes }
    }

    /// The number of those writes so far.
    package var writeCount: Int { writes.withLock(\.made) }

    private func countWrite() throws(StoreError) {
        let isRefused = writes.withLock { writes in
            writes.made += 1
            return writes.made > writes.allowed
        }
        if isRefused {
            throw .unavailable(reason: "as the test says")
        }
    }

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func create(_ account: OperatorAccount) async throws(StoreError) -> Bool {
        kept.withLock { kept in
            guard kept.accounts[account.name] == nil || fault == .overwritesAccounts else {
                return false
            }
            let roles =
                switch fault {
                case .mixesRoles: kept.accounts.values.first?.roles
                case .keepsOneRole: Set(account.roles.prefix(1))
                default: account.roles
                }
            kept.accounts[account.name] = account.with(
                roles: roles,
                institution: fault == .losesTheInstitution ? .some(nil) : account.institution,
                disabledAt: account.disabledAt,
                mustChange: account.mustChangePassword
            )
            note(.created, account.name, account.createdAt, in: &kept)
            return true
        }
    }

    package func account(_ name: OperatorName) async throws(StoreError) -> OperatorAccount? {
        let account = kept.withLock { $0.accounts[name] }
        let change = interruption.withLock { change in
            defer { change = nil }
            return change
        }
        try await change?()
        return account
    }

    package func accounts() async throws(StoreError) -> [OperatorAccount] {
        kept.withLock { $0.accounts.values.sorted { $0.name < $1.name } }
    }

    package func disable(_ name: OperatorName, at time: UnixTime) async throws(StoreError) -> Bool {
        kept.withLock { kept in
            guard let account = kept.accounts[name], account.disabledAt == nil else {
                return false
            }
            kept.accounts[name] = account.with(disabledAt: time, mustChange: account.mustChangePassword)
            if fault != .keepsSessionsOfDisabled {
                kept.endSessions(of: name)
            }
            note(.disabled, name, time, in: &kept)
            return true
        }
    }

    package func reset(
        _ name: OperatorName,
        password: PasswordHash,
        at time: UnixTime
    ) async throws(StoreError) -> Bool {
        kept.withLock { kept in
            guard let account = kept.accounts[name] else {
                return false
            }
            kept.accounts[name] = account.with(password, mustChange: fault != .neverAsksForAnotherPassword)
            if fault != .resetKeepsSessions {
                kept.endSessions(of: name)
            }
            note(.reset, name, time, in: &kept)
            return true
        }
    }

    package func changePassword(
        _ name: OperatorName,
        to password: PasswordHash,
        keeping session: SecretDigest,
        at time: UnixTime
    ) async throws(StoreError) -> Bool {
        kept.withLock { kept in
            guard let account = kept.accounts[name], account.disabledAt == nil,
                kept.sessions[session]?.name == name || fault == .changesForStrangers
            else {
                return false
            }
            kept.accounts[name] = account.with(password, mustChange: fault == .asksForAnotherPasswordAgain)
            kept.endSessions(of: name, except: fault == .changeEndsOwnSession ? nil : session)
            note(.passwordChanged, name, time, in: &kept)
            return true
        }
    }

    package func beginSession(
        _ session: OperatorSession,
        provenBy password: PasswordHash,
        browser: SecretDigest
    ) async throws(StoreError) -> Bool {
        kept.withLock { kept in
            guard let account = kept.accounts[session.name],
                account.disabledAt == nil || fault == .startsSessionsOfDisabled,
                account.password == password || fault == .acceptsFormerPasswords
            else {
                return false
            }
            kept.sessions[session.digest] = session
            kept.browsers[browser, default: [:]][session.name] = session.startedAt
            note(.signedIn, session.name, session.startedAt, in: &kept)
            return true
        }
    }

    package func session(_ digest: SecretDigest) async throws(StoreError) -> OperatorSession? {
        kept.withLock { $0.sessions[digest] }
    }

    package func touchSession(_ digest: SecretDigest, at time: UnixTime) async throws(StoreError) {
        try countWrite()
        kept.withLock { kept in
            kept.sessions[digest] = kept.sessions[digest].map { session in
                session.with(
                    usedAt: time,
                    deadline: fault == .useForgetsTheEndOfTime ? nil : session.deadline
                )
            }
        }
    }

    package func note(_ deadline: SectionDeadline, in digest: SecretDigest) async throws(StoreError) {
        try countWrite()
        kept.withLock { kept in
            kept.sessions[digest] = kept.sessions[digest].map { session in
                let section = fault == .mixesSections ? session.deadline?.section : nil
                let noted = SectionDeadline(section: section ?? deadline.section, at: deadline.at)
                return session.with(
                    usedAt: session.usedAt,
                    deadline: fault == .losesTheEndOfTime ? nil : noted
                )
            }
        }
    }

    package func take(turn: Int, of digest: SecretDigest) async throws(StoreError) -> Bool {
        try countWrite()
        return kept.withLock { kept in
            guard let session = kept.sessions[digest], session.turn == turn || fault == .takesTurnsTwice else {
                return false
            }
            for (other, session) in kept.sessions where other == digest || fault == .mixesTurns {
                kept.sessions[other] = session.with(turn: turn + 1)
            }
            return true
        }
    }

    package func changeTries<Outcome: Sendable>(
        of source: SecretDigest,
        adding entry: OperatorAuditEntry?,
        _ change: @escaping @Sendable (inout WrongTries?) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try countWrite()
        return kept.withLock { kept in
            let key = fault == .mixesTries ? SecretDigest([]) : source
            var tries = kept.tries[key]
            let outcome = change(&tries)
            kept.tries[key] = fault == .losesTries ? nil : tries
            if let entry {
                note(entry.event, entry.name, entry.at, in: &kept)
            }
            return outcome
        }
    }

    package func endSession(_ digest: SecretDigest, at time: UnixTime) async throws(StoreError) {
        kept.withLock { kept in
            if let session = kept.sessions.removeValue(forKey: digest) {
                note(.signedOut, session.name, time, in: &kept)
            }
        }
    }

    package func knows(browser: SecretDigest, of name: OperatorName) async throws(StoreError) -> Bool {
        kept.withLock { kept in
            fault == .mixesBrowsers ? kept.browsers[browser] != nil : kept.browsers[browser]?[name] != nil
        }
    }

    package func append(_ entry: OperatorAuditEntry) async throws(StoreError) {
        try countWrite()
        guard fault != .refusesUnknownEvents || OperatorAuditEntry.Event.ofAccounts.contains(entry.event) else {
            throw .damagedRow(table: "operator_audit")
        }
        kept.withLock { $0.audit.append(entry) }
    }

    package func audit(since time: UnixTime) async throws(StoreError) -> [OperatorAuditEntry] {
        kept.withLock { $0.audit.filter { $0.at >= time } }
    }

    package func delete(_ limits: OperatorRetention) async throws(StoreError) {
        kept.withLock { kept in
            if fault != .keepsOldSessions {
                kept.sessions = kept.sessions.filter {
                    $0.value.startedAt >= limits.sessionsStartedBefore && $0.value.usedAt >= limits.sessionsUsedBefore
                }
            }
            kept.browsers = kept.browsers.mapValues { $0.filter { $0.value >= limits.browsersUsedBefore } }
            if fault != .keepsOldTries {
                kept.tries = kept.tries.filter { $0.value.lastAt >= limits.triesBefore }
            }
            if fault != .keepsOldAudit {
                kept.audit.removeAll { $0.at < limits.auditBefore }
            }
            if fault != .keepsForgottenAccounts {
                let named = Set(kept.audit.map(\.name))
                kept.accounts = kept.accounts.filter { name, account in
                    named.contains(name)
                        || account.disabledAt.map { $0 >= limits.auditBefore } ?? (fault != .forgetsOpenAccounts)
                }
                kept.browsers = kept.browsers.mapValues { $0.filter { kept.accounts[$0.key] != nil } }
            }
        }
    }

    private func note(_ event: OperatorAuditEntry.Event, _ name: OperatorName, _ time: UnixTime, in kept: inout Kept) {
        if fault != .losesAuditLines {
            kept.audit.append(OperatorAuditEntry(at: time, name: name, event: event))
        }
    }
}

extension OperatorAccount {
    fileprivate func with(
        _ password: PasswordHash? = nil,
        roles: Set<OperatorRole>? = nil,
        institution: String?? = nil,
        disabledAt: UnixTime? = nil,
        mustChange: Bool
    ) -> OperatorAccount {
        OperatorAccount(
            name: name,
            roles: roles ?? self.roles,
            institution: institution ?? self.institution,
            password: password ?? self.password,
            createdAt: createdAt,
            disabledAt: disabledAt,
            mustChangePassword: mustChange
        )
    }
}

extension OperatorSession {
    fileprivate func with(usedAt: UnixTime, deadline: SectionDeadline?) -> OperatorSession {
        OperatorSession(
            digest: digest,
            name: name,
            startedAt: startedAt,
            usedAt: usedAt,
            deadline: deadline,
            turn: turn
        )
    }

    fileprivate func with(turn: Int) -> OperatorSession {
        OperatorSession(
            digest: digest,
            name: name,
            startedAt: startedAt,
            usedAt: usedAt,
            deadline: deadline,
            turn: turn
        )
    }
}
