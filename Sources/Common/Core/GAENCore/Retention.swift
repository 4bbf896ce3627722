import ExposurePrimitives

/// The lifetime of keys and sightings: fourteen days, on phones and on servers (Exposure Notification: Cryptography
/// Specification v1.2, "Temporary Exposure Key").
public enum Retention {
    public static let days = 14
    /// The lifetime in seconds. It counts from the end of a key's window, and from the moment of a sighting.
    public static let seconds = Int64(days) * UnixTime.secondsPerDay
}
