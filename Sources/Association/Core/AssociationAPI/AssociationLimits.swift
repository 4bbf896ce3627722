public import AssociationProtocol

/// The sizes that every phone keeps to, whatever it has to report.
public enum AssociationLimits {
    /// Bytes of a batch. A phone sends one in each hour.
    public static let batchSize = 46_000
    /// Batches of a report. Together they have room for 2560 contacts of 752 bytes each, the largest.
    public static let batchCount = 43
    /// Boxes of a batch of a private report. So many contacts of 752 bytes have room in a batch, too.
    public static let boxesPerBatch = 60
    /// Bytes of the proof in a registration.
    public static let maxProofSize = 16_384
    /// Days before a report on which a contact can have been.
    public static let contactDays = 14
    /// Identity keys of one day, one for each interval of 900 seconds.
    public static let identitiesPerDay = 96
    /// Alerts in the answer to one poll: as many as there are days on which a contact can have been.
    public static let maxPollAlerts = 14
    /// Handles of one alert. One that is the phone's own is enough to confirm it.
    public static let maxAlertHandles = 8

    /// How a phone divides its records among the batches.
    public static func plan() throws(AssociationError) -> ReportPlan {
        try ReportPlan(batchSize: batchSize, batchCount: batchCount)
    }
}
