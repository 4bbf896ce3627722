import ExposurePrimitives
package import OperatorStores
import Persistence

/// The rules for every adapter of the operators' port, as checks that report violations.
package enum OperatorConformance {
    typealias Check = RuleCheck<any OperatorStore>

    package static let checks = accountChecks + sessionChecks + tryChecks

    private static let accountChecks = [
        Check(rule: "an account is kept as it was made") { store, report in
            report.expectEqual(try await store.accounts(), [], "the accounts of an empty store")
            let (anna, bruno) = (try account("anna"), try account("bruno", password: 2, at: 7))
            for account in [bruno, anna] {
                report.expectEqual(try await store.create(account), true, "making \(account.name)")
            }
            report.expectEqual(try await store.accounts(), [anna, bruno], "the accounts")
            report.expectEqual(try await store.account(anna.name), anna, "anna's account")
            report.expectEqual(try await store.account(try name("carla")), nil, "nobody's account")
        },
        Check(rule: "an account keeps its roles and its institution, whatever happens to it") { store, report in
            let roles = [[], ["health-worker"], ["hotline", "laboratory"], [String(repeating: "x", count: 64)]]
            for (number, roles) in roles.enumerated() {
                let institution = number > 1 ? "lab-\(number)" : nil
                let anna = try account("anna\(number)", roles: roles, institution: institution)
                _ = try await store.create(anna)
                _ = try await store.disable(anna.name, at: UnixTime(1))
                _ = try await store.reset(anna.name, password: hash(2), at: UnixTime(2))
                let kept = try await store.account(anna.name)
                report.expectEqual(kept?.roles, anna.roles, "the roles")
                report.expectEqual(kept?.institution, institution, "the institution")
            }
        },
        Check(rule: "a name is given once, also when its account is disabled") { store, report in
            let anna = try account("anna")
            _ = try await store.create(anna)
            report.expectEqual(try await store.create(account("anna", password: 2)), false, "a second anna")
            _ = try await store.disable(anna.name, at: UnixTime(1))
            report.expectEqual(try await store.create(account("anna", password: 2)), false, "a third anna")
            report.expectEqual(try await store.account(anna.name)?.password, anna.password, "the password")
        },
        Check(rule: "a disabled account has no sessions and cannot begin any") { store, report in
            let anna = try account("anna")
            _ = try await store.create(anna)
            _ = try await begin(1, of: anna, in: store)
            report.expectEqual(try await store.disable(anna.name, at: UnixTime(50)), true, "disabling")
            report.expectEqual(try await store.disable(anna.name, at: UnixTime(60)), false, "disabling again")
            report.expectEqual(try await store.disable(name("carla"), at: UnixTime(60)), false, "disabling nobody")
            report.expectEqual(try await store.account(anna.name)?.disabledAt, UnixTime(50), "since when")
            report.expectEqual(try await store.session(digest(1)), nil, "the session")
            report.expectEqual(try await begin(2, of: anna, in: store), false, "beginning")
            report.expectEqual(try await store.session(digest(2)), nil, "the session that must not begin")
        },
        Check(rule: "a reset opens the account with another password and ends its sessions") { store, report in
            let (anna, bruno) = (try account("anna"), try account("bruno"))
            for account in [anna, bruno] {
                _ = try await store.create(account)
            }
            _ = try await store.disable(anna.name, at: UnixTime(1))
            report.expectEqual(try await store.reset(anna.name, password: hash(5), at: UnixTime(2)), true, "a reset")
            report.expectEqual(try await store.account(anna.name)?.password, hash(5), "the password")
            report.expectEqual(try await store.account(anna.name)?.disabledAt, nil, "since when it is disabled")
            _ = try await begin(0, of: anna, password: 5, in: store)
            _ = try await begin(1, of: bruno, in: store)
            _ = try await store.reset(anna.name, password: hash(6), at: UnixTime(3))
            report.expectEqual(try await store.session(digest(0)), nil, "her session")
            report.expect(try await store.session(digest(1)) != nil, "bruno's session is gone")
            let isReset = try await store.reset(name("carla"), password: hash(5), at: UnixTime(2))
            report.expectEqual(isReset, false, "nobody's")
        },
        Check(rule: "a password that was changed or reset since it was checked begins no session") { store, report in
            let anna = try account("anna")
            _ = try await store.create(anna)
            _ = try await begin(1, of: anna, in: store)
            _ = try await store.changePassword(anna.name, to: hash(2), keeping: digest(1), at: UnixTime(2))
            report.expectEqual(try await begin(2, of: anna, in: store), false, "with the password before")
            report.expectEqual(try await begin(3, of: anna, password: 2, in: store), true, "with the new one")
            _ = try await store.reset(anna.name, password: hash(3), at: UnixTime(3))
            report.expectEqual(try await begin(4, of: anna, password: 2, in: store), false, "after a reset")
            report.expectEqual(try await store.session(digest(2)), nil, "a session that must not begin")
            report.expectEqual(try await store.session(digest(4)), nil, "another one")
        },
        Check(rule: "a changed password ends all sessions but its own") { store, report in
            let (anna, bruno) = (try account("anna"), try account("bruno"))
            for (number, account) in [anna, anna, bruno].enumerated() {
                _ = try await store.create(account)
                _ = try await begin(UInt8(number), of: account, in: store)
            }
            func change(_ name: OperatorName, keeping session: UInt8, to password: UInt8) async throws -> Bool {
                try await store.changePassword(name, to: hash(password), keeping: digest(session), at: UnixTime(9))
            }
            report.expectEqual(try await change(anna.name, keeping: 2, to: 7), false, "a change in bruno's session")
            report.expectEqual(try await change(anna.name, keeping: 8, to: 7), false, "a change in no session")
            report.expectEqual(try await store.account(anna.name)?.password, anna.password, "the password before")
            report.expectEqual(try await change(anna.name, keeping: 1, to: 7), true, "a change")
            report.expectEqual(try await store.account(anna.name)?.password, hash(7), "the password")
            report.expectEqual(try await store.session(digest(0)), nil, "her other session")
            report.expect(try await store.session(digest(1)) != nil, "her own session is gone")
            report.expect(try await store.session(digest(2)) != nil, "bruno's session is gone")
        },
        Check(rule: "every change has its line in the audit log, in order") { store, report in
            let anna = try account("anna", at: 1)
            _ = try await store.create(anna)
            _ = try await store.create(anna)
            _ = try await begin(1, of: anna, at: 2, in: store)
            _ = try await store.changePassword(anna.name, to: hash(2), keeping: digest(1), at: UnixTime(3))
            try await store.append(OperatorAuditEntry(at: UnixTime(4), name: anna.name, event: began))
            try await store.append(OperatorAuditEntry(at: UnixTime(4), name: anna.name, event: succeeded))
            try await store.endSession(digest(1), at: UnixTime(5))
            try await store.endSession(digest(1), at: UnixTime(6))
            _ = try await store.disable(anna.name, at: UnixTime(7))
            _ = try await store.reset(anna.name, password: hash(3), at: UnixTime(8))
            let events: [OperatorAuditEntry.Event] = [
                .created, .signedIn, .passwordChanged, began, succeeded, .signedOut, .disabled, .reset,
            ]
            let times: [Int64] = [1, 2, 3, 4, 4, 5, 7, 8]
            let expected = zip(times, events).map { OperatorAuditEntry(at: UnixTime($0), name: anna.name, event: $1) }
            report.expectEqual(try await store.audit(since: UnixTime(0)), expected, "the log")
            report.expectEqual(try await store.audit(since: UnixTime(5)), Array(expected.suffix(3)), "its end")
        },
        Check(rule: "every kind of line is kept") { store, report in
            let anna = try account("anna")
            _ = try await store.create(anna)
            let events =
                OperatorAuditEntry.Event.ofAccounts + [began, .init(rawValue: String(repeating: "x", count: 64))]
            for event in events {
                try await store.append(OperatorAuditEntry(at: UnixTime(10), name: anna.name, event: event))
            }
            let found = try await store.audit(since: UnixTime(10)).map(\.event)
            report.expectEqual(found, events, "the kinds")
        },
    ]

    private static let sessionChecks = [
        Check(rule: "a session is known by its digest until it ends") { store, report in
            let anna = try account("anna")
            _ = try await store.create(anna)
            report.expectEqual(try await begin(1, of: anna, in: store), true, "beginning")
            report.expectEqual(try await store.session(digest(1)), session(1, of: anna), "the session")
            report.expectEqual(try await store.session(digest(2)), nil, "another session")
            try await store.endSession(digest(2), at: UnixTime(0))
            report.expect(try await store.session(digest(1)) != nil, "ended by another")
            try await store.endSession(digest(1), at: UnixTime(0))
            report.expectEqual(try await store.session(digest(1)), nil, "the session that ended")
            let nobody = try account("carla")
            report.expectEqual(try await begin(3, of: nobody, in: store), false, "nobody's")
        },
        Check(rule: "what is noted of a session is kept, and nothing of another") { store, report in
            let anna = try account("anna")
            _ = try await store.create(anna)
            for number in [1, 2] as [UInt8] {
                _ = try await begin(number, of: anna, in: store)
            }
            try await store.note(SectionDeadline(section: "first", at: UnixTime(340)), in: digest(1))
            let deadline = SectionDeadline(section: "second", at: UnixTime(350))
            try await store.note(deadline, in: digest(1))
            try await store.touchSession(digest(1), at: UnixTime(200))
            let noted = OperatorSession(
                digest: digest(1),
                name: anna.name,
                startedAt: UnixTime(100),
                usedAt: UnixTime(200),
                deadline: deadline
            )
            report.expectEqual(try await store.session(digest(1)), noted, "the session")
            report.expectEqual(try await store.session(digest(2)), session(2, of: anna), "the other session")
            try await store.touchSession(digest(3), at: UnixTime(200))
            try await store.note(deadline, in: digest(3))
            report.expectEqual(try await store.session(digest(3)), nil, "a session that never began")
        },
        Check(rule: "a turn of a session is taken once, and it is no other session's") { store, report in
            let anna = try account("anna")
            _ = try await store.create(anna)
            for number in [1, 2] as [UInt8] {
                _ = try await begin(number, of: anna, in: store)
            }
            report.expectEqual(try await store.take(turn: 1, of: digest(1)), false, "a turn that has not come")
            let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await store.take(turn: 0, of: digest(1)) }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            report.expectEqual(taken, 1, "takers of the first turn")
            report.expectEqual(try await store.take(turn: 1, of: digest(1)), true, "the second turn")
            try await store.touchSession(digest(1), at: UnixTime(200))
            report.expectEqual(try await store.session(digest(1))?.turn, 2, "the next turn")
            report.expectEqual(try await store.session(digest(2))?.turn, 0, "the other session's")
            report.expectEqual(try await store.take(turn: 0, of: digest(3)), false, "of a session that never began")
        },
        Check(rule: "a browser is known for those who signed in from it") { store, report in
            let (anna, bruno) = (try account("anna"), try account("bruno"))
            for account in [anna, bruno] {
                _ = try await store.create(account)
            }
            report.expectEqual(try await store.knows(browser: digest(9), of: anna.name), false, "at first")
            _ = try await begin(1, of: anna, in: store)
            report.expectEqual(try await store.knows(browser: digest(9), of: anna.name), true, "after signing in")
            report.expectEqual(try await store.knows(browser: digest(9), of: bruno.name), false, "for bruno")
            report.expectEqual(try await store.knows(browser: digest(8), of: anna.name), false, "another browser")
            _ = try await begin(2, of: bruno, in: store)
            report.expectEqual(try await store.knows(browser: digest(9), of: anna.name), true, "shared with bruno")
        },
        Check(rule: "what is older than its limit goes, and nothing else") { store, report in
            let anna = try account("anna", at: 0)
            _ = try await store.create(anna)
            for (number, started, used) in [(1, 99, 500), (2, 100, 499), (3, 100, 500)] as [(UInt8, Int64, Int64)] {
                _ = try await begin(number, of: anna, at: started, in: store, browser: number)
                try await store.touchSession(digest(number), at: UnixTime(used))
            }
            try await store.delete(limits())
            for (number, remains) in [(1, false), (2, false), (3, true)] as [(UInt8, Bool)] {
                report.expectEqual(try await store.session(digest(number)) != nil, remains, "session \(number)")
            }
            report.expectEqual(try await store.knows(browser: digest(1), of: anna.name), false, "the old browser")
            report.expectEqual(try await store.knows(browser: digest(2), of: anna.name), true, "the new browser")
            report.expectEqual(try await store.audit(since: UnixTime(0)).map(\.at.seconds), [100, 100], "the log")
            report.expect(try await store.account(anna.name) != nil, "the account is gone")
        },
        Check(rule: "a closed account goes with the last line that names it, and an open one stays") { store, report in
            let (anna, bruno, carla) = (try account("anna"), try account("bruno"), try account("carla", at: 100))
            for (number, account) in [anna, bruno, carla].enumerated() {
                _ = try await store.create(account)
                _ = try await begin(UInt8(number), of: account, at: 99, in: store)
            }
            _ = try await store.disable(bruno.name, at: UnixTime(99))
            _ = try await store.disable(carla.name, at: UnixTime(100))
            try await store.delete(limits(browsers: 0))
            report.expectEqual(try await store.accounts().map(\.name), [anna.name, carla.name], "the accounts")
            report.expectEqual(try await store.create(bruno), true, "another bruno")
            report.expectEqual(try await store.knows(browser: digest(9), of: bruno.name), false, "his browser")
        },
    ]

    private static let tryChecks = [
        Check(rule: "wrong tries are kept of each source apart, until they are forgotten") { store, report in
            func tries(_ number: UInt8, then new: WrongTries?) async throws -> WrongTries? {
                try await store.changeTries(of: digest(number), adding: nil) { tries in
                    defer { tries = new }
                    return tries
                }
            }
            let (one, two) = (WrongTries(count: 1, lastAt: UnixTime(99)), WrongTries(count: 2, lastAt: UnixTime(100)))
            report.expectEqual(try await tries(1, then: one), nil, "the first tries")
            report.expectEqual(try await tries(1, then: two), one, "the second tries")
            report.expectEqual(try await tries(2, then: one), nil, "another's tries")
            try await store.delete(limits())
            report.expectEqual(try await tries(1, then: nil), two, "tries that are not old")
            report.expectEqual(try await tries(1, then: nil), nil, "forgotten tries")
            report.expectEqual(try await tries(2, then: nil), nil, "old tries")
        },
        Check(rule: "no try is lost when many come at the same time") { store, report in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await store.changeTries(of: digest(1), adding: nil) { tries in
                            tries = WrongTries(count: (tries?.count ?? 0) + 1, lastAt: UnixTime(1))
                        }
                    }
                }
                try await group.waitForAll()
            }
            let count = try await store.changeTries(of: digest(1), adding: nil) { $0?.count }
            report.expectEqual(count, 20, "the tries")
        },
        Check(rule: "a wrong try has its line in the audit log") { store, report in
            let anna = try account("anna")
            _ = try await store.create(anna)
            let entry = OperatorAuditEntry(at: UnixTime(7), name: anna.name, event: .signInFailed)
            try await store.changeTries(of: digest(1), adding: entry) { $0 = WrongTries(count: 1, lastAt: UnixTime(7)) }
            report.expectEqual(try await store.audit(since: UnixTime(7)), [entry], "the log")
        },
        Check(rule: "a password that an administrator gave has to be changed, once") { store, report in
            let anna = try account("anna", mustChange: true)
            _ = try await store.create(anna)
            report.expectEqual(try await store.account(anna.name)?.mustChangePassword, true, "at first")
            _ = try await begin(1, of: anna, in: store)
            _ = try await store.changePassword(anna.name, to: hash(2), keeping: digest(1), at: UnixTime(3))
            report.expectEqual(try await store.account(anna.name)?.mustChangePassword, false, "after the change")
            _ = try await store.reset(anna.name, password: hash(3), at: UnixTime(4))
            report.expectEqual(try await store.account(anna.name)?.mustChangePassword, true, "after a reset")
            _ = try await store.disable(anna.name, at: UnixTime(5))
            report.expectEqual(try await store.account(anna.name)?.mustChangePassword, true, "when it is disabled")
        },
    ]
}

// MARK: - Samples

extension OperatorConformance {
    private static func name(_ text: String) throws -> OperatorName {
        guard let name = OperatorName(text) else {
            throw StoreError.damagedRow(table: text)
        }
        return name
    }

    /// Events of a section.
    private static let began = OperatorAuditEntry.Event(rawValue: "began")
    private static let succeeded = OperatorAuditEntry.Event(rawValue: "succeeded")

    private static func hash(_ number: UInt8) -> PasswordHash {
        PasswordHash(
            cost: 1 << number,
            blockSize: 8,
            parallelism: 1,
            salt: Array(repeating: number, count: 16),
            output: Array(repeating: number ^ 255, count: 32)
        )
    }

    private static func account(
        _ text: String,
        roles: [String] = ["health-worker"],
        institution: String? = nil,
        password: UInt8 = 1,
        at time: Int64 = 0,
        mustChange: Bool = false
    ) throws -> OperatorAccount {
        OperatorAccount(
            name: try name(text),
            roles: Set(roles.map { OperatorRole(rawValue: $0) }),
            institution: institution,
            password: hash(password),
            createdAt: UnixTime(time),
            mustChangePassword: mustChange
        )
    }

    private static func limits(browsers: Int64 = 100) -> OperatorRetention {
        OperatorRetention(
            sessionsStartedBefore: UnixTime(100),
            sessionsUsedBefore: UnixTime(500),
            browsersUsedBefore: UnixTime(browsers),
            triesBefore: UnixTime(100),
            auditBefore: UnixTime(100)
        )
    }

    /// Begins a session of somebody who knows the password with this number.
    private static func begin(
        _ number: UInt8,
        of account: OperatorAccount,
        password: UInt8 = 1,
        at time: Int64 = 100,
        in store: any OperatorStore,
        browser: UInt8 = 9
    ) async throws(StoreError) -> Bool {
        try await store.beginSession(
            session(number, of: account, at: time),
            provenBy: hash(password),
            browser: digest(browser)
        )
    }

    private static func digest(_ number: UInt8) -> SecretDigest {
        SecretDigest(Array(repeating: number, count: 32))
    }

    private static func session(_ number: UInt8, of account: OperatorAccount, at time: Int64 = 100) -> OperatorSession {
        OperatorSession(digest: digest(number), name: account.name, startedAt: UnixTime(time), usedAt: UnixTime(time))
    }
}
