public import DeviceAttestation
public import ExposurePrimitives
public import Persistence

/// The progress of an analytics token's authorisation that must survive a crash.
public enum AuthorisationStep: String, Hashable, Sendable, CaseIterable {
    /// Apple was not asked, or has not answered yet: the request may be invented.
    case queued
    /// The first read found a genuine device without a token of this month. Nothing was written at Apple.
    case proven
    /// Bit 0 is about to be set, or was.
    case marking
    /// Bit 0 was set.
    case marked
    /// The third read is under way.
    case deciding
    /// The third read was as expected: the bits are about to be cleared, or were.
    case clearing

    /// Whether the job is in the last interval. Only one job at a time may be in it.
    public var holdsLease: Bool {
        switch self {
        case .queued, .proven, .marking, .marked: false
        case .deciding, .clearing: true
        }
    }

    /// Whether a bit may have been written at Apple.
    public var mayHaveWritten: Bool {
        switch self {
        case .queued, .proven: false
        case .marking, .marked, .deciding, .clearing: true
        }
    }
}

/// The authorisation of one analytics token under way. The job is deleted at its end, whatever the outcome.
public struct AuthorisationJob: Hashable, Sendable {
    public let token: TokenIdentifier
    public let deviceToken: DeviceToken
    public var step: AuthorisationStep
    /// The month (UTC) that the token is to be authorised in; nil if nothing was written.
    public var month: CalendarMonth?
    /// Whether a failure of the service or of Apple delayed the job after it may have set bit 0.
    public var isDisturbed: Bool
    /// The latest time at which the job is abandoned.
    public var expiry: UnixTime

    /// A new job.
    public init(token: TokenIdentifier, deviceToken: DeviceToken, expiry: UnixTime) {
        self.init(token: token, deviceToken: deviceToken, step: .queued, month: nil, isDisturbed: false, expiry: expiry)
    }

    public init(
        token: TokenIdentifier,
        deviceToken: DeviceToken,
        step: AuthorisationStep,
        month: CalendarMonth?,
        isDisturbed: Bool,
        expiry: UnixTime
    ) {
        self.token = token
        self.deviceToken = deviceToken
        self.step = step
        self.month = month
        self.isDisturbed = isDisturbed
        self.expiry = expiry
    }
}

/// The limits on the number of jobs.
public struct AuthorisationLimits: Hashable, Sendable {
    public let jobs: Int
    /// The part of them that may be unproven.
    public let unproven: Int

    public init(jobs: Int, unproven: Int) {
        self.jobs = jobs
        self.unproven = unproven
    }
}

/// The outcome of adding a job.
public enum EnqueueOutcome: Hashable, Sendable, CaseIterable {
    /// The token is authorised, so there is nothing to do.
    case authorised
    /// A job for the token exists already and continues.
    case pending
    case enqueued
    /// Too many jobs wait, and all are proven. Nothing was kept.
    case full
}

/// The outcome of moving a job to its next step.
public enum AdvanceOutcome: Hashable, Sendable, CaseIterable {
    case advanced
    /// Another job is in the last interval; nothing was changed.
    case leaseTaken
    /// The job differs from the given one, or does not exist any more; nothing was changed.
    case lost
}

/// The durable jobs that authorise analytics tokens.
///
/// Every change names the job in its expected state, so nothing happens twice. Every change is made as a whole or not
/// at all.
public protocol AuthorisationStore: Sendable {
    /// Takes the lease of the jobs. One holder has it at a time, across all processes that share the store. Marks
    /// the jobs whose writes a previous holder began as disturbed.
    ///
    /// - Returns: nil while another holder has the lease.
    func takeLease() async throws(StoreError) -> (any Lease)?

    /// Keeps `job` as unproven, unless its token was authorised in one of `months`, or has a job. If the existing job
    /// is also unproven, it becomes as new as `job`. Otherwise, in a flood, a phone that asks again would wait behind
    /// all later requests.
    ///
    /// If there are too many jobs, the newest displaces some of the oldest unproven ones: those that expire first, and
    /// among those that expire at once any, whatever their tokens are.
    func enqueue(
        _ job: AuthorisationJob,
        in months: ClosedRange<CalendarMonth>,
        limits: AuthorisationLimits
    ) async throws(StoreError) -> EnqueueOutcome

    /// Unproven jobs, the newest first. Jobs that came at once are in any order, whatever their tokens are.
    func unproven(limit: Int) async throws(StoreError) -> [AuthorisationJob]

    /// Keeps `job` as proven, even if it made room for others while Apple was asked.
    ///
    /// - Returns: false if the token is at a later step already, or the limit is reached with proven jobs only; then
    ///   nothing was changed.
    func prove(_ job: AuthorisationJob, limits: AuthorisationLimits) async throws(StoreError) -> Bool

    /// Proven jobs, in the order of their tokens' digests.
    ///
    /// - Parameter token: the token after which to continue; nil for the start.
    func proven(after token: TokenIdentifier?, limit: Int) async throws(StoreError) -> [AuthorisationJob]

    /// How many jobs have made room for others since the store was made.
    func displacedCount() async throws(StoreError) -> Int

    /// All jobs in the order of their tokens' digests, which is unrelated to their arrival.
    ///
    /// - Parameter token: the token after which to continue; nil for the start.
    func jobs(after token: TokenIdentifier?, limit: Int) async throws(StoreError) -> [AuthorisationJob]

    /// Replaces a job by `next`, which has the same token. Two jobs never hold the lease at once.
    func advance(_ job: AuthorisationJob, to next: AuthorisationJob) async throws(StoreError) -> AdvanceOutcome

    /// Authorises the job's token in the job's month, and deletes the job.
    ///
    /// - Returns: false if the job is not as given; then nothing was changed.
    func finish(_ job: AuthorisationJob) async throws(StoreError) -> Bool

    /// Deletes a job whose device has no bit left set at Apple.
    func drop(_ job: AuthorisationJob) async throws(StoreError) -> Bool

    /// Deletes a job whose device may keep bit 0, and counts it in the job's month. Counts of earlier months are
    /// deleted: Apple's month shows bits of an earlier month.
    func abandon(_ job: AuthorisationJob) async throws(StoreError) -> Bool

    /// How many devices may have bit 0 set in `month` for longer than an authorisation takes, without their fault:
    /// abandoned jobs and disturbed jobs.
    func ownFailures(in month: CalendarMonth) async throws(StoreError) -> Int
}
