public import ExposurePrimitives

/// Decides from when on a key may be in a package.
///
/// Nobody shall be able to send identifiers of a published key while phones still believe them: up to two hours after
/// the end of the key's window.
public enum ExpiryPolicy {
    /// The first hour whose package may hold a key. The key may be released from the start of that hour.
    ///
    /// - Parameters:
    ///   - windowEnd: the end of the key's window.
    ///   - submitted: the hour of the upload.
    public static func earliestHour(windowEnd: UnixTime, submitted: PackageHour) -> PackageHour {
        let age = submitted.start.seconds(since: windowEnd)
        guard age <= tolerance else {
            return submitted
        }
        return PackageHour(containing: windowEnd.advanced(bySeconds: embargo))
    }

    /// Seconds after a window in which an upload still has to wait: 120 minutes.
    public static let tolerance: Int64 = 120 * 60
    /// Seconds from the end of a window to a moment in the first hour of a key that had to wait: 180 minutes.
    static let embargo: Int64 = 180 * 60
}
