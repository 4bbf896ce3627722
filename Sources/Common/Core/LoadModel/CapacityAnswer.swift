/// The load that follows from a `CapacityQuestion`.
public struct CapacityAnswer: Hashable, Sendable {
    private static let secondsPerDay = 86_400.0

    /// Phones that ask on a day.
    public let activePhones: Double
    /// Bytes that each of them downloads in a day.
    public let bytesPerPhone: Double
    /// Bytes that all of them download in a day.
    public let downloadedBytes: Double
    /// Downloads of all of them in a day.
    public let downloads: Double
    /// TLS sessions in a second, as the mean over a day: the document opens one for each download.
    public let sessionsPerSecond: Double
    /// Uploads of a day, real and invented.
    public let uploads: Double
    /// Bytes of all uploads of a day.
    public let uploadedBytes: Double
    /// Keys that are on offer at the same time.
    public let storedKeys: Double
    /// Bytes of the published files.
    public let publishedBytes: Double
    /// Downloads that reach the servers in the busiest second.
    public let peakDownloads: Double
    /// Uploads in the busiest second. Each is a transaction of the database that waits for the disk.
    public let peakUploads: Double
    /// Rows that real uploads write in a day: the right, the keys, and the entry for analytics.
    public let rowsPerDay: Double
    /// Processes for downloads and uploads in the busiest second, at least two: one may fail.
    public let processes: Double

    init(to question: CapacityQuestion) {
        activePhones = question.phones * question.activeShare
        let keys = question.casesPerDay * question.keysPerCase
        bytesPerPhone = keys * question.bytesPerKey * (1 + question.overhead)
        downloadedBytes = bytesPerPhone * activePhones
        downloads = question.downloadsPerDay * activePhones
        sessionsPerSecond = downloads / Self.secondsPerDay
        uploads = question.casesPerDay + question.coverPerDay * activePhones
        uploadedBytes = uploads * question.bytesPerUpload
        storedKeys = keys * question.retentionDays
        publishedBytes = storedKeys * question.bytesPerKey
        peakDownloads = sessionsPerSecond * question.peak * (1 - question.cdnShare)
        peakUploads = uploads / Self.secondsPerDay * question.peak
        rowsPerDay = question.casesPerDay * (question.keysPerCase + 2)
        let busy = peakDownloads / question.downloadsPerProcess + peakUploads / question.uploadsPerProcess
        processes = max(2, busy.rounded(.up))
    }
}
