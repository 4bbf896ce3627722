public import CoronaWarnAPI
public import ExposurePrimitives
public import Persistence

/// Registrations, teleTANs and TANs. Each method is one transaction, durable on return.
public protocol VerificationStore: Sendable {
    /// Registers a test that is not registered yet, or redeems a teleTAN, for a new token.
    ///
    /// A registration whose token is derived is `registered` again within ``Registration/repetition``.
    ///
    /// - Parameter wrongTeleTANs: the number of wrong teleTANs in an hour. After that many none is looked up for an
    /// hour from the first of them, and those that are live do not age meanwhile.
    func register(
        _ registration: Registration,
        wrongTeleTANs: Int,
        now: UnixTime
    ) async throws(StoreError) -> RegistrationOutcome

    /// Does the work of a registration that succeeds, and takes it back before the commit.
    func rehearse(_ registration: Registration, now: UnixTime) async throws(StoreError)

    /// The subject of a token; nil for a token that is unknown or older than ``Registration/tokenLife``.
    func session(of token: CredentialDigest, now: UnixTime) async throws(StoreError) -> TestSession?

    /// Issues a TAN, which takes the place of the token's unused one.
    ///
    /// - Returns: false if the token is unknown or has no TAN left, or if the same request comes again too late.
    func issue(_ tan: NewTAN, limits: TANLimits, now: UnixTime) async throws(StoreError) -> Bool

    /// Does the work of issuing a TAN, and takes it back before the commit.
    func rehearse(_ tan: NewTAN, limits: TANLimits, now: UnixTime) async throws(StoreError)

    /// Uses a TAN up. Nil if it is unknown, used, expired or reserved.
    func consume(_ tan: CredentialDigest, now: UnixTime) async throws(StoreError) -> ValidTAN?

    /// Reserves a TAN for one upload. The same upload gets the same reservation again.
    ///
    /// - Parameter name: the name of a new reservation.
    func reserve(_ claim: TANClaim, as name: Bytes16, now: UnixTime) async throws(StoreError) -> ReservationOutcome

    /// Uses the reserved TAN up. The same again changes nothing.
    ///
    /// - Returns: false for an unknown name.
    func confirm(_ reservation: Bytes16, now: UnixTime) async throws(StoreError) -> Bool

    /// Issues a teleTAN if the limits allow it.
    func issue(_ teleTAN: NewTeleTAN, limits: TeleTANLimits, now: UnixTime) async throws(StoreError) -> TeleTANOutcome

    /// What the limits leave to an operator. Changes nothing.
    func allowance(
        of operator: String,
        limits: TeleTANLimits,
        now: UnixTime
    ) async throws(StoreError) -> TeleTANAllowance

    /// Deletes tokens, TANs, teleTANs and counts at the end of their lives.
    ///
    /// - Returns: the number of deleted rows.
    func deleteExpired(now: UnixTime) async throws(StoreError) -> Int

    /// Up to `limit` tests, in the order of their identifiers, that were registered at least `age` seconds ago.
    func tests(
        olderThan age: Int64,
        after last: TestIdentifier?,
        limit: Int,
        now: UnixTime
    ) async throws(StoreError) -> [RegisteredTest]

    /// Forgets tests, which can then be registered again.
    func forget(_ tests: [RegisteredTest]) async throws(StoreError)
}

/// The stores of the verification service, as one adapter provides them.
public struct VerificationStoreSet: Sendable {
    public let verification: any VerificationStore
    public let traces: any TraceErasure

    public init(verification: any VerificationStore, traces: any TraceErasure) {
        self.verification = verification
        self.traces = traces
    }
}
