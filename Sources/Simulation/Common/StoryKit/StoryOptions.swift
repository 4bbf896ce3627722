package import ExposurePrimitives

/// The options of a story.
package struct StoryOptions: Sendable {
    /// How many minutes the phones are near each other; 1…600, so the meeting ends on its day.
    package let minutes: Int
    /// The seed of the radio's signals.
    package let seed: UInt64
    /// The UTC day of the meeting.
    package let day: CalendarDay
    /// A key built into the phones instead of the servers' own, to show that they refuse other signatures.
    package let exportPublicKeyPEM: String?
    /// Whether the servers run on after the story.
    package private(set) var keepsServers: Bool
    /// Whether another story goes on with the servers, so that nobody is invited to use them.
    package private(set) var isPartOfAnother = false

    /// Nil if `minutes` is outside 1…600.
    package init?(
        minutes: Int = 25,
        seed: UInt64,
        day: CalendarDay,
        exportPublicKeyPEM: String? = nil,
        keepsServers: Bool = false
    ) {
        guard Self.minutesRange.contains(minutes) else {
            return nil
        }
        (self.minutes, self.seed, self.day) = (minutes, seed, day)
        (self.exportPublicKeyPEM, self.keepsServers) = (exportPublicKeyPEM, keepsServers)
    }

    package static let minutesRange = 1...600

    /// The same options for a story whose servers another story goes on with, and stops.
    package var keepingServers: StoryOptions {
        var copy = self
        (copy.keepsServers, copy.isPartOfAnother) = (true, true)
        return copy
    }
}

extension StoryOptions {
    /// A moment on the hour, this many days from the day of the meeting.
    package func time(day offset: Int, hour: Int64) -> UnixTime {
        day.advanced(byDays: offset).startInUTC.advanced(bySeconds: hour * 3600)
    }
}
