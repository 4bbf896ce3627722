public import DeviceAttestation
public import ExposurePrimitives
public import Persistence

/// How far the authorisation of an analytics token has come, as far as a crash must not forget it.
public enum AuthorisationStep: String, Hashable, Sendable, CaseIterable {
    /// Apple was not asked, or has not answered yet: anybody may have made the request up.
    case queued
    /// The first read found a genuine device without a token of this month. Nothing was written at Apple's.
    case proven
    /// Bit 0 is about to be set, or was.
    case marking
    /// Bit 0 was set.
    case marked
    /// The third read is under way.
    case deciding
    /// The third read was as it must be: the bits are about to be cleared, or were.
    case clearing

    /// Whether the job is in the last interval, in which only one job may be at a time.
    public var holdsLease: Bool {
        switch self {
        case .queued, .proven, .marking, .marked: false
        case .deciding, .clearing: true
        }
    }

    /// Whether a bit may have been written at Apple's.
    public var mayHaveWritten: Bool {
        switch self {
        case .queued, .proven: false
        case .marking, .marked, .deciding, .clearing: true
        }
    }
}

/// One analytics token on its way to be authorised; deleted when that ends, however it ends.
public struct AuthorisationJob: Hashable, Sendable {
    public let token: TokenIdentifier
    public let deviceToken: DeviceToken
    public var step: AuthorisationStep
    /// The month (UTC) that the token is to be authorised in; nil while nothing was written.
    public var month: CalendarMonth?
    /// Whether a failure of ours or of Apple's held the job up after it may have set bit 0.
    public var isDisturbed: Bool
    /// When the job is given up at the latest.
    public var expiry: UnixTime

    /// A new job.
    public init(token: TokenIdentifier, deviceToken: DeviceToken, expiry: UnixTime) {
        self.init(
            token: token,
            deviceToken: deviceToken,
            step: .queued,
            month: nil,
            isDisturbed: false,
            expiry: expiry
        )
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

/// How many jobs may be kept.
public struct AuthorisationLimits: Hashable, Sendable {
    public let jobs: Int
    /// Of them, those whose tokens have proven nothing.
    public let unproven: Int

    public init(jobs: Int, unproven: Int) {
        self.jobs = jobs
        self.unproven = unproven
    }
}

/// What became of a wish to authorise a token.
public enum EnqueueOutcome: Hashable, Sendable, CaseIterable {
    /// Nothing to do: the token is authorised and valid.
    case authorised
    /// A job for the token is there already, and goes on.
    case pending
    case enqueued
    /// Too many jobs wait, all of them proven; nothing was kept.
    case full
}

/// What became of a job's next step.
public enum AdvanceOutcome: Hashable, Sendable, CaseIterable {
    case advanced
    /// Another job is in the last interval; nothing was changed.
    case leaseTaken
    /// The job is not as it was thought to be, or gone; nothing was changed.
    case lost
}

/// The right to run the jobs, which ends with the object or with the process.
public protocol AuthorisationClaim: AnyObject, Sendable {}

/// The durable jobs by which analytics tokens are authorised.
///
/// Every change names the job as it must be, so that nothing happens twice; none leaves less than the whole change.
public protocol AuthorisationStore: Sendable {
    /// Claims the right to run the jobs, which one holder has at a time, across all processes that share the store.
    /// Marks the jobs that somebody before began to write for as disturbed.
    ///
    /// - Returns: nil while somebody else has the right.
    func claim() async throws(StoreError) -> (any AuthorisationClaim)?

    /// Keeps `job`, which has proven nothing, unless its token is authorised and valid in `month`, or has a job.
    /// A job that is there and has proven nothing either is as new as `job` from then on: otherwise whoever asks again
    /// in a flood waits behind what came meanwhile.
    ///
    /// Where there are too many, some of the oldest that have proven nothing make room: those that expire first, and
    /// of those that expire at once any, whatever their tokens are.
    func enqueue(
        _ job: AuthorisationJob,
        in month: CalendarMonth,
        limits: AuthorisationLimits
    ) async throws(StoreError) -> EnqueueOutcome

    /// Jobs that have proven nothing, the newest first; of those that came at once any first, whatever their tokens are.
    func unproven(limit: Int) async throws(StoreError) -> [AuthorisationJob]

    /// Keeps `job` as proven, also where it made room for others while Apple was asked.
    ///
    /// - Returns: false if the token has gone further already, or all that may be kept are proven; then nothing was changed.
    func prove(_ job: AuthorisationJob, limits: AuthorisationLimits) async throws(StoreError) -> Bool

    /// Jobs that have proven something, in the order of their tokens' digests.
    ///
    /// - Parameter token: where to go on; nil for the start.
    func proven(after token: TokenIdentifier?, limit: Int) async throws(StoreError) -> [AuthorisationJob]

    /// How many jobs have made room for others, since there is a store.
    func displacedCount() async throws(StoreError) -> Int

    /// All jobs in the order of their tokens' digests, which is no order of arrival.
    ///
    /// - Parameter token: where to go on; nil for the start.
    func jobs(after token: TokenIdentifier?, limit: Int) async throws(StoreError) -> [AuthorisationJob]

    /// Replaces a job by `next`, which has the same token. Two jobs never hold the lease at once.
    func advance(
        _ job: AuthorisationJob,
        to next: AuthorisationJob
    ) async throws(StoreError) -> AdvanceOutcome

    /// Authorises the job's token in the job's month, and deletes the job.
    ///
    /// - Returns: false if the job is not as given; then nothing was changed.
    func finish(_ job: AuthorisationJob) async throws(StoreError) -> Bool

    /// Deletes a job whose device has nothing left over at Apple's.
    func drop(_ job: AuthorisationJob) async throws(StoreError) -> Bool

    /// Deletes a job whose device may keep bit 0, and counts it in the job's month. Counts of earlier months are
    /// forgotten: bits of an earlier month are known by Apple's month.
    func abandon(_ job: AuthorisationJob) async throws(StoreError) -> Bool

    /// How many devices may have bit 0 set in `month` for longer than an authorisation takes, without their doing: jobs
    /// abandoned, and jobs disturbed.
    func ownFailures(in month: CalendarMonth) async throws(StoreError) -> Int
}
