import ExposurePrimitives

/// How long a key server keeps what phones sent.
public enum Retention {
    /// Seconds that a diagnosis key lives after its window: fourteen days. After that no phone has a sighting of it.
    public static let keys: Int64 = 14 * UnixTime.secondsPerDay
}
