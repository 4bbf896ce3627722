package import ExposurePrimitives
package import Stores
import Synchronization

/// Operators' accounts in memory: the reference of the conformance suite and, with a fault, the proof that it finds one.
package final class InMemoryOperators: OperatorStore {
    /// Something that an adapter might do wrong.
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
    }

    private struct Kept: Sendable {
        var accounts: [OperatorName: OperatorAccount] = [:]
        var sessions: [SecretDigest: OperatorSession] = [:]
        var browsers: [SecretDigest: [OperatorName: UnixTime]] = [:]
        var audit: [OperatorAuditEntry] = []

        mutating func endSessions(of name: OperatorName, except digest: SecretDigest? = nil) {
            sessions = sessions.filter { $0.value.name != name || $0.key == digest }
        }
    }

    private let fault: Fault?
    private let kept = Mutex(Kept())

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func create(_ account: OperatorAccount) async throws(StoreError) -> Bool {
        kept.withLock { kept in
            guard kept.accounts[account.name] == nil || fault == .overwritesAccounts else {
                return false
            }
            kept.accounts[account.name] = account
            note(.created, account.name, account.createdAt, in: &kept)
            return true
        }
    }

    package func account(_ name: OperatorName) async throws(StoreError) -> OperatorAccount? {
        kept.withLock { $0.accounts[name] }
    }

    package func accounts() async throws(StoreError) -> [OperatorAccount] {
        kept.withLock { $0.accounts.values.sorted { $0.name < $1.name } }
    }

    package func disable(_ name: OperatorName, at time: UnixTime) async throws(StoreError) -> Bool {
        kept.withLock { kept in
            guard let account = kept.accounts[name], account.disabledAt == nil else {
                return false
            }
            kept.accounts[name] = account.with(password: account.password, disabledAt: time)
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
            kept.accounts[name] = account.with(password: password, disabledAt: nil)
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
            kept.accounts[name] = account.with(password: password, disabledAt: nil)
            kept.endSessions(of: name, except: fault == .changeEndsOwnSession ? nil : session)
            note(.passwordChanged, name, time, in: &kept)
            return true
        }
    }

    package func begin(_ session: OperatorSession, browser: SecretDigest) async throws(StoreError) -> Bool {
        kept.withLock { kept in
            guard let account = kept.accounts[session.name],
                account.disabledAt == nil || fault == .startsSessionsOfDisabled
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

    package func update(
        _ digest: SecretDigest,
        usedAt: UnixTime,
        authorisedUntil: UnixTime?
    ) async throws(StoreError) {
        kept.withLock { kept in
            guard let session = kept.sessions[digest] else {
                return
            }
            kept.sessions[digest] = OperatorSession(
                digest: digest,
                name: session.name,
                startedAt: session.startedAt,
                usedAt: usedAt,
                authorisedUntil: fault == .losesTheEndOfTime ? nil : authorisedUntil
            )
        }
    }

    package func end(_ digest: SecretDigest, at time: UnixTime) async throws(StoreError) {
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
            if fault != .keepsOldAudit {
                kept.audit.removeAll { $0.at < limits.auditBefore }
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
    fileprivate func with(password: PasswordHash, disabledAt: UnixTime?) -> OperatorAccount {
        OperatorAccount(name: name, password: password, createdAt: createdAt, disabledAt: disabledAt)
    }
}
