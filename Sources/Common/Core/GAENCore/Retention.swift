import ExposurePrimitives

/// How long keys and sightings live: fourteen days, on phones and on servers (Exposure Notification: Cryptography
/// Specification v1.2, "Temporary Exposure Key").
public enum Retention {
    public static let days = 14
    /// From the end of a key's window on, and from the moment of a sighting.
    public static let seconds = Int64(days) * UnixTime.secondsPerDay
}
