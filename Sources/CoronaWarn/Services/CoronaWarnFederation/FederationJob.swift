package import ClockPorts
package import CoronaWarnAPI
package import CoronaWarnPorts
import CoronaWarnServing
import ExposurePrimitives
import MessageSignatures
package import Persistence
import ServiceKit

/// Makes the batches for other countries, and takes theirs.
///
/// It asks each partner for the batches after the last one that it has, until there are no more. The store moves on in
/// the transaction that stores the keys, so a run that ends at any moment loses nothing and repeats nothing.
package struct FederationJob: Sendable {
    /// Opens a connection to a partner's server.
    package typealias Connecting = @Sendable (FederationPartner) throws -> any PartnerConnection

    private let outgoing: OutgoingBatches
    private let store: any FederationStore
    private let policy: ReceptionPolicy
    private let connect: Connecting
    private let clock: any TrustedClock
    private let steps: any StepObserver

    package init(
        outgoing: OutgoingBatches,
        store: any FederationStore,
        policy: ReceptionPolicy,
        clock: any TrustedClock,
        steps: any StepObserver = NoStepObserver(),
        connect: @escaping Connecting
    ) {
        self.outgoing = outgoing
        self.store = store
        self.policy = policy
        self.clock = clock
        self.steps = steps
        self.connect = connect
    }

    /// The outcome of one run.
    package struct Outcome: Hashable, Sendable {
        /// The number of new batches for other countries.
        package let made: Int
        /// By country.
        package let received: [Reception]
        /// The number of old records that were deleted.
        package let forgotten: Int
    }

    /// What one partner gave.
    package struct Reception: Hashable, Sendable {
        package let country: RegionCode
        package var batches = 0
        package var keys = 0
        package var skipped = 0
        /// The refused batches.
        package var refusals: [Refused] = []
        /// The reason why the run ended before the partner's last batch; nil otherwise.
        package var problem: Problem?
    }

    package struct Refused: Hashable, Sendable {
        package let number: Int
        package let reason: FederationRefusal
    }

    package enum Problem: Hashable, Sendable, CustomStringConvertible {
        case connection(PartnerConnectionError)
        /// Our certificate or the partner's authorities cannot be used.
        case configuration
        /// The answer's number is not after the one that was asked for.
        case repeated
        /// The keys of the day have reached the partner's limit.
        case overLimit
        /// The partner was paused or changed meanwhile.
        case changed
        /// The run has asked for as many batches as it may; the next run goes on.
        case manyBatches

        package var description: String {
            switch self {
            case .connection(let error): error.description
            case .configuration: "configuration"
            case .repeated: "repeated"
            case .overLimit: "over-limit"
            case .changed: "changed"
            case .manyBatches: "many-batches"
            }
        }
    }

    /// Throws `ClockHold` without any change while the clock is not trusted.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        let forgotten = try await store.deleteRecords(age: Self.recordAge, now: now)
        let made = try await outgoing.makeDue()
        let partners = try await store.partners(now: now).filter {
            !$0.isPaused && policy.countries.federated.contains($0.partner.country)
        }
        // All at once: a partner that is slow delays no other.
        let received = try await withThrowingTaskGroup(of: Reception.self) { group in
            for state in partners {
                group.addTask { try await receive(from: state) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return Outcome(made: made, received: received.sorted { $0.country < $1.country }, forgotten: forgotten)
    }

    /// Seconds for which a record of a batch is kept, as long as its keys.
    static let recordAge = 14 * UnixTime.secondsPerDay
    /// The maximum number of batches of one run and partner. With the timeout of a connection, the slowest partner is
    /// done before the next run.
    package static let maxBatches = 100
}

// MARK: - One partner

extension FederationJob {
    private func receive(from state: FederationState) async throws -> Reception {
        var reception = Reception(country: state.partner.country)
        guard let key = try? MessageVerificationKey(pem: state.partner.publicKey),
            let connection = try? connect(state.partner)
        else {
            reception.problem = .configuration
            return reception
        }
        do {
            reception.problem = try await take(through: connection, signedBy: key, state, &reception)
        } catch let error as PartnerConnectionError {
            reception.problem = .connection(error)
        } catch {
            await connection.close()
            throw error
        }
        await connection.close()
        return reception
    }

    private func take(
        through connection: any PartnerConnection,
        signedBy key: MessageVerificationKey,
        _ state: FederationState,
        _ reception: inout Reception
    ) async throws -> Problem? {
        var last = state.lastBatch
        for _ in 0..<Self.maxBatches {
            guard let offered = try await connection.batch(after: last) else {
                try await store.noteAnswer(of: reception.country, now: clock.trustedNow())
                return nil
            }
            guard let number = offered.number, number > last, FederationLimits.numbers.contains(number) else {
                return .repeated
            }
            let expectation = FederationExpectation(
                origin: reception.country,
                destination: policy.countries.own,
                number: number,
                key: key
            )
            if let problem = try await take(offered, as: expectation, after: last, &reception) {
                return problem
            }
            last = number
        }
        return .manyBatches
    }

    private func take(
        _ offered: OfferedBatch,
        as expectation: FederationExpectation,
        after last: Int,
        _ reception: inout Reception
    ) async throws -> Problem? {
        let now = try await clock.trustedNow()
        let batch: FederationBatch
        do throws(FederationRefusal) {
            batch = try expectation.batch(parsing: offered.body, signature: offered.signature, now: now)
        } catch {
            let country = expectation.origin
            guard try await store.refuse(expectation.number, of: country, after: last, because: error, now: now) else {
                return .changed
            }
            reception.refusals.append(Refused(number: expectation.number, reason: error))
            return nil
        }
        let content = policy.content(of: batch, after: last, now: now)
        switch try await store.accept(content, now: now) {
        case .outdated: return .changed
        case .overLimit: return .overLimit
        case .stored:
            steps.reached(.batchTaken)
            reception.batches += 1
            reception.keys += content.keys.count
            reception.skipped += content.skipped
            return nil
        }
    }
}
