import CryptoExtras
import ExposurePrimitives
import OperatorStores

/// Hashes passwords with scrypt, one at a time. Each takes 32 MiB and a large part of a second. In a guessing attack
/// the memory does not fill up, and some processors stay free. Some places in the queue are reserved, so strangers do
/// not block everybody else.
package actor PasswordHasher {
    /// scrypt's parameters.
    package struct Strength: Sendable {
        let cost: Int
        let blockSize: Int
        let parallelism: Int

        package init(cost: Int, blockSize: Int, parallelism: Int) {
            self.cost = cost
            self.blockSize = blockSize
            self.parallelism = parallelism
        }

        /// 32 MiB, three passes: one of the equivalent choices of OWASP's Password Storage Cheat Sheet.
        package static let standard = Strength(cost: 1 << 15, blockSize: 8, parallelism: 3)
    }

    private let strength: Strength
    private var waiting = 0

    init(strength: Strength) {
        self.strength = strength
    }

    /// The hash of a new password with a salt of its own.
    nonisolated func hash(_ password: SecretBytes) async throws -> PasswordHash {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let output = try await output(of: password, salt: salt, strength: strength, places: Self.places)
        return PasswordHash(
            cost: strength.cost,
            blockSize: strength.blockSize,
            parallelism: strength.parallelism,
            salt: salt,
            output: output.exposedBytes
        )
    }

    /// Whether `password` is the one that was hashed. Without a hash, the work is the same and the answer is false: the
    /// time must not reveal whether there is an account.
    nonisolated func verify(
        _ password: SecretBytes,
        against hash: PasswordHash?,
        isStranger: Bool
    ) async throws -> Bool {
        let strength = hash.map {
            Strength(cost: $0.cost, blockSize: $0.blockSize, parallelism: $0.parallelism)
        }
        let found = try await output(
            of: password,
            salt: hash?.salt ?? Array(repeating: 0, count: 16),
            strength: strength ?? self.strength,
            places: isStranger ? Self.placesForStrangers : Self.places
        )
        return found == SecretBytes(hash?.output ?? []) && hash != nil
    }

    private nonisolated func output(
        of password: SecretBytes,
        salt: [UInt8],
        strength: Strength,
        places: Int
    ) async throws -> SecretBytes {
        // The work never runs on the event loop that carries the request.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await enter(places)
            return try await derive(password, salt: salt, strength: strength)
        }
    }

    func enter(_ places: Int) throws {
        guard waiting < places else {
            throw PortalError.busy
        }
        waiting += 1
    }

    private func derive(_ password: SecretBytes, salt: [UInt8], strength: Strength) throws -> SecretBytes {
        defer { waiting -= 1 }
        return try unsafe KDF.Scrypt.deriveKey(
            from: password.exposedBytes,
            salt: salt,
            outputByteCount: 32,
            rounds: strength.cost,
            blockSize: strength.blockSize,
            parallelism: strength.parallelism
        ).withUnsafeBytes { unsafe SecretBytes($0) }
    }

    /// The maximum number of passwords under work or waiting. Further requests are told to come again.
    static let places = 16
    static let placesForStrangers = 12
}
