/// A named step of durable work. A crash between two steps must lose nothing. Each store's port names its own steps.
public struct DurabilityStep: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// Is informed when work passes a step. Production observes nothing; the durability tests end the process there.
public protocol StepObserver: Sendable {
    func reached(_ step: DurabilityStep)
}

/// Observes nothing.
public struct NoStepObserver: StepObserver {
    public init() {}

    public func reached(_ step: DurabilityStep) {}
}
