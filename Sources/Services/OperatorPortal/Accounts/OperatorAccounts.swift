package import ExposurePrimitives
package import Stores

/// The rules of operators' accounts, for the pages and for the command.
package struct OperatorAccounts: Sendable {
    let store: any OperatorStore
    let hasher: PasswordHasher
    let throttle: SignInThrottle
    let clock: any WallClock

    package init(store: any OperatorStore, clock: any WallClock) {
        self.init(store: store, clock: clock, strength: .standard)
    }

    init(store: any OperatorStore, clock: any WallClock, strength: PasswordHasher.Strength) {
        self.store = store
        self.clock = clock
        hasher = PasswordHasher(strength: strength)
        throttle = SignInThrottle(clock: clock)
    }

    /// Makes an account. Throws where the name is taken or the password refused.
    package func create(_ name: OperatorName, password: SecretBytes) async throws {
        let hash = try await hasher.hash(checked(password, for: name))
        guard try await store.create(OperatorAccount(name: name, password: hash, createdAt: clock.now())) else {
            throw OperatorAccountError.nameTaken(name)
        }
    }

    /// Gives an account another password, opens it if it was disabled, and ends its sessions.
    package func reset(_ name: OperatorName, password: SecretBytes) async throws {
        let hash = try await hasher.hash(checked(password, for: name))
        guard try await store.reset(name, password: hash, at: clock.now()) else {
            throw OperatorAccountError.noSuchAccount(name)
        }
    }

    /// Closes an account and ends its sessions. Doing so again changes nothing.
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

    /// The password itself, or an error where it is too short, too long or the name.
    func checked(_ password: SecretBytes, for name: OperatorName) throws(OperatorAccountError) -> SecretBytes {
        let text = String(decoding: password.exposedBytes, as: UTF8.self)
        guard text.count >= Self.leastPasswordLength, !text.lowercased().contains(name.description) else {
            throw .passwordTooWeak
        }
        guard password.count <= Self.greatestPasswordSize else {
            throw .passwordTooLong
        }
        return password
    }

    /// A password for somebody to type: five groups of four letters and digits that are not mistaken for each other, 95
    /// bits.
    package static func makePassword(using generator: inout some RandomNumberGenerator) -> SecretBytes {
        let groups = (0..<5).map { _ in
            (0..<4).map { _ in passwordLetters[Int.random(in: passwordLetters.indices, using: &generator)] }
        }
        return SecretBytes(groups.joined(separator: "-".utf8))
    }

    private static let passwordLetters = Array("abcdefghjkmnpqrstuvwxyz23456789".utf8)
    /// Characters.
    package static let leastPasswordLength = 12
    /// Bytes.
    package static let greatestPasswordSize = 256
}

/// Why an account is not made or changed, in words for its administrator.
package enum OperatorAccountError: Error, Hashable, CustomStringConvertible {
    case nameTaken(OperatorName)
    case noSuchAccount(OperatorName)
    case passwordTooWeak
    case passwordTooLong

    package var description: String {
        switch self {
        case .nameTaken(let name):
            "there is an account \(name) already; avviso operator reset gives it another password"
        case .noSuchAccount(let name):
            "there is no account \(name): avviso operator list shows all"
        case .passwordTooWeak:
            "a password has at least \(OperatorAccounts.leastPasswordLength) characters and does not hold the name"
        case .passwordTooLong:
            "a password has at most \(OperatorAccounts.greatestPasswordSize) bytes"
        }
    }
}
