package import ExposurePrimitives
package import OperatorStores

/// The rules of operators' accounts, for the pages and for the command.
package struct OperatorAccounts: Sendable {
    let store: any OperatorStore
    let hasher: PasswordHasher
    let throttle: SignInThrottle
    let clock: any WallClock

    package init(store: any OperatorStore, clock: any WallClock) {
        self.init(store: store, clock: clock, strength: .standard)
    }

    package init(store: any OperatorStore, clock: any WallClock, strength: PasswordHasher.Strength) {
        self.store = store
        self.clock = clock
        hasher = PasswordHasher(strength: strength)
        throttle = SignInThrottle(store: store, clock: clock)
    }

    /// Makes an account. Throws if the name is taken or the password refused.
    ///
    /// - Parameter isOwn: whether the operator chose the password; otherwise she must first change it.
    package func create(
        _ name: OperatorName,
        roles: Set<OperatorRole>,
        institution: String? = nil,
        password: SecretBytes,
        isOwn: Bool
    ) async throws {
        let account = OperatorAccount(
            name: name,
            roles: roles,
            institution: institution,
            password: try await hasher.hash(PasswordRule.checked(password, for: name)),
            createdAt: clock.now(),
            mustChangePassword: !isOwn
        )
        guard try await store.create(account) else {
            throw OperatorAccountError.nameTaken(name)
        }
    }

    /// Gives an account a password that must be changed, opens the account if it was disabled, ends its sessions, and
    /// deletes the count of strangers' wrong passwords.
    package func reset(_ name: OperatorName, password: SecretBytes) async throws {
        let hash = try await hasher.hash(PasswordRule.checked(password, for: name))
        guard try await store.reset(name, password: hash, at: clock.now()) else {
            throw OperatorAccountError.noSuchAccount(name)
        }
        try await throttle.succeed(.stranger(name: name.description))
    }

    /// Closes an account and ends its sessions. Repeating it changes nothing.
    package func disable(_ name: OperatorName) async throws {
        guard try await !store.disable(name, at: clock.now()) else {
            return
        }
        if try await store.account(name) == nil {
            throw OperatorAccountError.noSuchAccount(name)
        }
    }

    package func list() async throws -> [OperatorAccount] {
        try await store.accounts()
    }

    package func audit(since time: UnixTime) async throws -> [OperatorAuditEntry] {
        try await store.audit(since: time)
    }

    /// A password to type: five groups of four letters and digits that look different from each other, 95 bits.
    package static func makePassword(using generator: inout some RandomNumberGenerator) -> SecretBytes {
        let groups = (0..<5).map { _ in
            (0..<4).map { _ in passwordLetters[Int.random(in: passwordLetters.indices, using: &generator)] }
        }
        return SecretBytes(groups.joined(separator: "-".utf8))
    }

    private static let passwordLetters = Array("abcdefghjkmnpqrstuvwxyz23456789".utf8)
}

/// The reason why an account is not made or changed, in words for its administrator.
package enum OperatorAccountError: Error, Hashable, CustomStringConvertible {
    case nameTaken(OperatorName)
    case noSuchAccount(OperatorName)
    case passwordTooShort
    case passwordTooEasy
    case passwordTooLong

    package var description: String {
        switch self {
        case .nameTaken(let name):
            "the account \(name) exists already; avviso operator reset gives it another password"
        case .noSuchAccount(let name):
            "there is no account \(name): avviso operator list shows all"
        case .passwordTooShort:
            "a password has at least \(PasswordRule.minLength) characters"
        case .passwordTooEasy:
            "the password is easy to guess: apart from the name and common words, too little is left"
        case .passwordTooLong:
            "a password has at most \(PasswordRule.maxSize) bytes"
        }
    }
}
