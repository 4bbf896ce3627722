public import ExposurePrimitives

/// The engine of a phone's cover traffic: when which request of a sequence leaves.
///
/// The engine fills no request. For each `Step.send` the client sends a dummy, or in its place a genuine request that
/// waited for it. So an observer sees the same requests at the same times from every phone.
///
/// ```swift
/// var generator = SystemRandomNumberGenerator()
/// var traffic = CoverTraffic(plan: plan)
/// for step in traffic.woken(at: now, isAppOpen: false, parameters, using: &generator) {
///     switch step {
///     case .send(let position): print("dummy \(position)")
///     case .wake(let time): scheduler.schedule(task, at: time)
///     }
/// }
/// ```
public struct CoverTraffic: Equatable, Sendable {
    /// What the client remembers in its file; nil before the first parameters.
    public private(set) var plan: CoverTrafficPlan?
    /// The sequence under way, which the client forgets when it ends.
    public private(set) var sequence: DummySequence?

    public init(plan: CoverTrafficPlan? = nil, sequence: DummySequence? = nil) {
        self.plan = plan
        self.sequence = sequence
    }

    /// When a phone sends dummies.
    public enum Occasion: Hashable, Sendable {
        /// While the app is open, within a window of some days that opens after a random time. People share their keys
        /// in the open app, and the system gives background jobs no sure times.
        case openApp
        /// In a background job after a random time, and never while the app is open.
        case background
    }

    /// The parameters from the authority.
    public struct Parameters: Hashable, Sendable {
        public var occasion: Occasion
        /// Means of exponential distributions, seconds.
        public var opportunityMean: Int
        public var startMean: Int
        public var requestMean: Int
        /// Seconds.
        public var windowLength: Int
        /// The probabilities that the first request is followed by a second, the second by a third, and so on; the last
        /// applies to all that follow.
        public var continuing: [Double]

        public init(
            occasion: Occasion,
            opportunityMean: Int,
            startMean: Int,
            requestMean: Int,
            windowLength: Int,
            continuing: [Double]
        ) {
            self.occasion = occasion
            self.opportunityMean = opportunityMean
            self.startMean = startMean
            self.requestMean = requestMean
            self.windowLength = windowLength
            self.continuing = continuing
        }
    }

    /// What the client does next.
    public enum Step: Hashable, Sendable {
        /// Sends the request of this position in the sequence, from 0.
        case send(position: Int)
        /// Asks the system to wake the client at this time; nil withdraws the request.
        case wake(at: UnixTime?)
    }

    /// The time at which a client that starts again asks to be woken; nil if it waits for its app to be opened.
    public func wakeUp(on occasion: Occasion) -> UnixTime? {
        occasion == .background ? plan.map { sequence?.next ?? $0.opportunity } : nil
    }
}

// MARK: - Events

extension CoverTraffic {
    /// Draws the first opportunity.
    public mutating func begin(
        at now: UnixTime,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        plan = CoverTrafficPlan(at: now, parameters, using: &generator)
    }

    /// Draws the next opportunity again if it was missed, or is beyond a clock that was set back.
    public mutating func renewOpportunity(
        at now: UnixTime,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) {
        plan?.renewOpportunity(at: now, parameters, using: &generator)
    }

    /// Handles the opening of the app: within the window, a sequence begins after a while.
    public mutating func appOpened(
        at now: UnixTime,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) -> [Step] {
        guard parameters.occasion == .openApp else {
            return []
        }
        renewOpportunity(at: now, parameters, using: &generator)
        guard sequence == nil, plan?.isWindowOpen(at: now) ?? false else {
            return []
        }
        let next = DummySequence(afterOpeningAt: now, parameters, using: &generator)
        sequence = next
        return [.wake(at: next.next)]
    }

    /// Ends the sequence of an open app: its owner leaves it, or really uploads.
    public mutating func abort(on occasion: Occasion) -> [Step] {
        guard occasion == .openApp, sequence != nil else {
            return []
        }
        sequence = nil
        return [.wake(at: nil)]
    }

    /// Handles the time for a request.
    public mutating func woken(
        at now: UnixTime,
        isAppOpen: Bool,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) -> [Step] {
        guard let plan else {
            return []
        }
        if let sequence, now < sequence.next {
            // Woken too early: the next request still leaves at its drawn time.
            return [.wake(at: sequence.next)]
        }
        switch parameters.occasion {
        case .openApp:
            guard isAppOpen, let sequence else {
                return []
            }
            if sequence.sent == 0 {
                self.plan?.redraw(at: now, parameters, using: &generator)
            }
        case .background:
            if isAppOpen {
                return postponeJob(at: now, parameters, using: &generator)
            }
            if sequence == nil {
                guard now >= plan.opportunity else {
                    return [.wake(at: plan.opportunity)]
                }
                // Drawn before anything is sent: a phone that is killed now does not begin again.
                self.plan?.redraw(at: now, parameters, using: &generator)
                sequence = DummySequence(at: now)
            }
        }
        return sendOne(at: now, parameters, using: &generator)
    }

    /// Leaves the job for another time.
    private mutating func postponeJob(
        at now: UnixTime,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) -> [Step] {
        if sequence == nil {
            plan?.redraw(at: now, parameters, using: &generator)
        }
        sequence = nil
        return [.wake(at: plan?.opportunity)]
    }

    private mutating func sendOne(
        at now: UnixTime,
        _ parameters: Parameters,
        using generator: inout some RandomNumberGenerator
    ) -> [Step] {
        guard var next = sequence else {
            return []
        }
        let position = next.sent
        let continues = next.sendOne(at: now, parameters, using: &generator)
        sequence = continues ? next : nil
        let later = parameters.occasion == .background ? plan?.opportunity : nil
        return [.send(position: position), .wake(at: continues ? next.next : later)]
    }
}
