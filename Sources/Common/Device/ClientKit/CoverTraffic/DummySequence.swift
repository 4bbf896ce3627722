public import ExposurePrimitives

/// Dummy requests one after the other, like those of a person who shares their keys. The sequence is only in memory: an
/// interrupted one has ended.
public struct DummySequence: Hashable, Sendable {
    /// The next request's time.
    public private(set) var next: UnixTime
    public private(set) var sent = 0
    /// Nothing is sent after it.
    private let end: UnixTime

    /// A sequence that begins at once, in the background, where jobs may take nine minutes.
    public init(at now: UnixTime) {
        next = now
        end = now.advanced(bySeconds: 540)
    }

    /// A sequence that begins a random time after the app was opened.
    public init(
        afterOpeningAt now: UnixTime,
        _ parameters: CoverTraffic.Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        next = now.advanced(bySeconds: ExponentialWait(mean: parameters.startMean).draw(using: &generator))
        end = UnixTime(.max)
    }

    /// Records a sent request; draws whether another follows, and when.
    ///
    /// - Returns: whether another follows.
    public mutating func sendOne(
        at now: UnixTime,
        _ parameters: CoverTraffic.Parameters,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        let probability = parameters.continuing.dropFirst(sent).first ?? parameters.continuing.last ?? 0
        sent += 1
        guard sent < Self.longest, Double.random(in: 0..<1, using: &generator) < probability else {
            return false
        }
        next = now.advanced(bySeconds: ExponentialWait(mean: parameters.requestMean).draw(using: &generator))
        return next <= end
    }

    /// A limit, so settings that always continue do not make a phone send forever.
    package static let longest = 100
}
