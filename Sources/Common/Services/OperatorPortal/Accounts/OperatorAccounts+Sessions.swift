import ExposurePrimitives
import OperatorStores

/// The outcome of a sign-in attempt.
enum SignInOutcome {
    case signedIn(session: BrowserSecret, browser: BrowserSecret)
    /// Wrong name, wrong password or disabled account. The answer does not say which.
    case refused
    /// Too many attempts; seconds until the next.
    case tooEarly(Int64)
}

extension OperatorAccounts {
    /// - Parameter browser: the secret of a browser that was used before, if it is one.
    func signIn(name text: String, password: SecretBytes, browser: BrowserSecret?) async throws -> SignInOutcome {
        let name = OperatorName(text)
        let source = try await source(of: text, name, browser)
        if let wait = try await throttle.begin(source) {
            return .tooEarly(wait)
        }
        var account: OperatorAccount?
        if let name {
            account = try await store.account(name)
        }
        guard try await isRight(password, for: account, source), let account, account.disabledAt == nil else {
            try await throttle.fail(source, of: account?.name)
            return .refused
        }
        var generator = SystemRandomNumberGenerator()
        let session = BrowserSecret(using: &generator)
        let browser = browser ?? BrowserSecret(using: &generator)
        let now = clock.now()
        let row = OperatorSession(digest: session.digest, name: account.name, startedAt: now, usedAt: now)
        guard try await store.beginSession(row, provenBy: account.password, browser: browser.digest) else {
            return .refused
        }
        try await throttle.succeed(source)
        return .signedIn(session: session, browser: browser)
    }

    /// Whether the password is the account's. Without an account the cost is the same.
    private func isRight(
        _ typed: SecretBytes,
        for account: OperatorAccount?,
        _ source: SignInThrottle.Source
    ) async throws -> Bool {
        let (password, isWhole) = PasswordRule.plain(typed)
        do {
            return try await hasher.verify(password, against: account?.password, isStranger: source.isStranger)
                && isWhole
        } catch {
            try await throttle.takeBack(source)
            throw error
        }
    }

    private func source(
        of text: String,
        _ name: OperatorName?,
        _ browser: BrowserSecret?
    ) async throws -> SignInThrottle.Source {
        if let name, let browser, try await store.knows(browser: browser.digest, of: name) {
            return .knownBrowser(browser.digest, name: name)
        }
        return .stranger(name: String(text.lowercased().prefix(OperatorName.maxLength)))
    }

    /// The session of a browser's secret, if it has not ended; its idle time starts again. The cleanup deletes sessions
    /// that ended without requests: nobody signed out of them.
    func session(_ secret: BrowserSecret, limits: PortalConfiguration) async throws -> OperatorSession? {
        guard let session = try await store.session(secret.digest) else {
            return nil
        }
        let now = clock.now()
        // A session from the future began under a clock that was ahead, and would outlive every limit.
        guard abs(now.seconds(since: session.usedAt)) < limits.idle,
            (-limits.idle..<limits.longest).contains(now.seconds(since: session.startedAt))
        else {
            return nil
        }
        try await store.touchSession(session.digest, at: now)
        return session
    }

    /// The outcome of a password change.
    enum PasswordChange {
        case changed
        case wrongPassword
        case samePassword
        case tooEarly(Int64)
        case refused(OperatorAccountError)
    }

    func changePassword(
        in session: OperatorSession,
        from old: SecretBytes,
        to new: SecretBytes
    ) async throws -> PasswordChange {
        let source = SignInThrottle.Source.knownBrowser(session.digest, name: session.name)
        if let wait = try await throttle.begin(source) {
            return .tooEarly(wait)
        }
        guard try await isRight(old, for: store.account(session.name), source) else {
            try await throttle.fail(source, of: session.name)
            return .wrongPassword
        }
        try await throttle.succeed(source)
        let password: SecretBytes
        do throws(OperatorAccountError) {
            password = try PasswordRule.checked(new, for: session.name)
        } catch {
            return .refused(error)
        }
        guard password != PasswordRule.plain(old).password else {
            return .samePassword
        }
        let hash = try await hasher.hash(password)
        let now = clock.now()
        let isChanged = try await store.changePassword(session.name, to: hash, keeping: session.digest, at: now)
        return isChanged ? .changed : .wrongPassword
    }
}
