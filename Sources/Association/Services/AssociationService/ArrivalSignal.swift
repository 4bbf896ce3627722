/// Tells one listener that something has arrived. Signals that come while it works become one.
struct ArrivalSignal: Sendable {
    /// For one listener. It ends with the listener's task.
    let arrivals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    func signal() {
        continuation.yield()
    }
}
