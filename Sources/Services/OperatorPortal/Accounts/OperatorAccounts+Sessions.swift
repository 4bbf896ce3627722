import ExposurePrimitives
import Stores

/// What became of a try to sign in.
enum SignInOutcome {
    case signedIn(session: BrowserSecret, browser: BrowserSecret)
    /// Wrong name, wrong password or disabled account: which of them is not said.
    case refused
    /// Too many tries; seconds until the next.
    case tooEarly(Int64)
}

extension OperatorAccounts {
    /// - Parameter browser: the secret of a browser that was used before, if it is one.
    func signIn(
        name text: String,
        password: SecretBytes,
        browser: BrowserSecret?
    ) async throws -> SignInOutcome {
        let name = OperatorName(text)
        let source = try await source(of: text, name, browser)
        if let wait = throttle.begin(source) {
            return .tooEarly(wait)
        }
        var account: OperatorAccount?
        if let name {
            account = try await store.account(name)
        }
        // Cut, not refused: the work must not tell how long the password is.
        let isRight = try await hasher.verify(
            SecretBytes(password.exposedBytes.prefix(Self.greatestPasswordSize)),
            against: account?.password
        )
        guard let account, isRight, account.disabledAt == nil else {
            if let account {
                try await store.append(OperatorAuditEntry(at: clock.now(), name: account.name, event: .signInFailed))
            }
            return .refused
        }
        var generator = SystemRandomNumberGenerator()
        let session = BrowserSecret(using: &generator)
        let browser = browser ?? BrowserSecret(using: &generator)
        let now = clock.now()
        let row = OperatorSession(digest: session.digest, name: account.name, startedAt: now, usedAt: now)
        guard try await store.begin(row, browser: browser.digest) else {
            return .refused
        }
        throttle.succeed(source)
        return .signedIn(session: session, browser: browser)
    }

    private func source(
        of text: String,
        _ name: OperatorName?,
        _ browser: BrowserSecret?
    ) async throws -> SignInThrottle.Source {
        if let name, let browser, try await store.knows(browser: browser.digest, of: name) {
            return .knownBrowser(browser.digest, name: name)
        }
        return .stranger(name: String(text.lowercased().prefix(OperatorName.greatestLength)))
    }

    /// The session of a browser's secret, if it has not ended; its time begins anew.
    func session(
        _ secret: BrowserSecret,
        limits: PortalConfiguration
    ) async throws -> OperatorSession? {
        guard let session = try await store.session(secret.digest) else {
            return nil
        }
        let now = clock.now()
        guard now.seconds(since: session.usedAt) < limits.idle, now.seconds(since: session.startedAt) < limits.longest
        else {
            try await store.end(session.digest, at: now)
            return nil
        }
        try await store.update(session.digest, usedAt: now, authorisedUntil: session.authorisedUntil)
        return session
    }

    /// What became of a wish to change the password.
    enum PasswordChange {
        case changed
        case wrongPassword
        case tooEarly(Int64)
        case refused(OperatorAccountError)
    }

    func changePassword(
        in session: OperatorSession,
        from old: SecretBytes,
        to new: SecretBytes
    ) async throws -> PasswordChange {
        let source = SignInThrottle.Source.knownBrowser(session.digest, name: session.name)
        if let wait = throttle.begin(source) {
            return .tooEarly(wait)
        }
        let account = try await store.account(session.name)
        guard try await hasher.verify(old, against: account?.password) else {
            try await store.append(OperatorAuditEntry(at: clock.now(), name: session.name, event: .signInFailed))
            return .wrongPassword
        }
        throttle.succeed(source)
        let password: SecretBytes
        do throws(OperatorAccountError) {
            password = try checked(new, for: session.name)
        } catch {
            return .refused(error)
        }
        let hash = try await hasher.hash(password)
        let now = clock.now()
        let isChanged = try await store.changePassword(session.name, to: hash, keeping: session.digest, at: now)
        return isChanged ? .changed : .wrongPassword
    }
}
