package import Logging
import NIOPosix
import ServiceLifecycle
import Synchronization

/// The hosts of several realms in one process. They start, fail and are made again without one another, and stop
/// together.
///
/// A host that cannot be made, or that ends by itself, is made again after a pause. So a database that is down when the
/// process starts keeps its own realm out of service, and no other.
package final class HostGroup: Service, CustomStringConvertible {
    // Service groups log the description of their services.
    package let description = "HostGroup"
    private let members: [Member]
    private let monotonicClock: any MonotonicClock
    private let report: @Sendable (RealmName, any Error) -> Void
    private let hosts = Mutex<[RealmName: ServiceHost]>([:])
    /// The errors of first attempts, by the member's place.
    private let firstFailures = Mutex<[Int: any Error]>([:])

    /// A realm, and how its host is made.
    package struct Member: Sendable {
        let name: RealmName
        let logger: Logger
        let make: @Sendable () async throws -> MadeHost

        /// - Parameters:
        ///   - logger: gets an event for each failure.
        ///   - make: opens what the realm needs. It may block its thread.
        package init(name: RealmName, logger: Logger, make: @escaping @Sendable () async throws -> MadeHost) {
            self.name = name
            self.logger = logger
            self.make = make
        }
    }

    /// A host that was not run yet.
    package struct MadeHost: Sendable {
        let host: ServiceHost
        let close: @Sendable () throws -> Void

        /// - Parameter close: releases what the host uses, after it has ended.
        package init(_ host: ServiceHost, close: @escaping @Sendable () throws -> Void) {
            self.host = host
            self.close = close
        }
    }

    /// The time between the end of a host and the next attempt.
    package static let pause = Duration.seconds(10)

    /// - Parameters:
    ///   - members: their names differ.
    ///   - report: called for each failure, for the person at the terminal.
    package init(
        _ members: [Member],
        monotonicClock: any MonotonicClock = SystemMonotonicClock(),
        report: @escaping @Sendable (RealmName, any Error) -> Void
    ) {
        self.members = members
        self.monotonicClock = monotonicClock
        self.report = report
    }

    /// Serves until the surrounding service group shuts down. Throws the first member's error if none can be made at
    /// the first attempt.
    package func run() async throws {
        let threads = NIOThreadPool(numberOfThreads: members.count)
        threads.start()
        let executor = ThreadPoolTasks(threads)
        let result: Result<Void, any Error>
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for place in members.indices {
                    group.addTask { try await self.keep(place, on: executor) }
                }
                // The first error ends the others.
                for try await _ in group {}
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        try await threads.shutdownGracefully()
        try result.get()
    }

    /// Loads changed certificate files and lists of partners of all hosts now.
    package func reloadCertificates() {
        for host in hosts.withLock({ Array($0.values) }) {
            host.reloadCertificates()
        }
    }

    /// Runs a member's host, and makes it again whenever it has failed.
    ///
    /// - Throws: the first member's error, if this was the last first attempt and all of them failed.
    private func keep(_ place: Int, on executor: ThreadPoolTasks) async throws {
        let member = members[place]
        var isFirst = true
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            guard let failure = await run(Self.attempt(member, on: executor), of: member) else {
                return
            }
            if isFirst, case .unmade(let error) = failure, let reason = noteFirst(error, at: place) {
                throw reason
            }
            isFirst = false
            member.logger.record(LoggedEvent.realmFailed(cause: FailureCause(failure.error)))
            report(member.name, failure.error)
            await cancelWhenGracefulShutdown { [monotonicClock] in
                // Only the end of the process cancels it.
                try? await monotonicClock.sleep(until: monotonicClock.elapsed() + Self.pause)
            }
        }
    }

    /// Keeps the reason why a member was not made at its first attempt. If none was, returns the first member's.
    private func noteFirst(_ error: any Error, at place: Int) -> (any Error)? {
        firstFailures.withLock { failures in
            failures[place] = error
            return failures.count == members.count ? failures[0] : nil
        }
    }

    private enum Failure {
        case unmade(any Error)
        case ended(any Error)

        var error: any Error {
            switch self {
            case .unmade(let error), .ended(let error): error
            }
        }
    }

    /// Runs a host to its end, and returns the reason why it failed; nil if it was told to stop.
    private func run(_ attempt: Result<MadeHost, any Error>, of member: Member) async -> Failure? {
        let made: MadeHost
        switch attempt {
        case .success(let value): made = value
        case .failure(let error): return .unmade(error)
        }
        hosts.withLock { $0[member.name] = made.host }
        defer { hosts.withLock { $0[member.name] = nil } }
        do {
            try await made.host.run()
            try made.close()
            return nil
        } catch {
            try? made.close()
            return .ended(error)
        }
    }

    /// Makes a host on threads that no connection and no job of another realm waits for.
    private static func attempt(_ member: Member, on executor: ThreadPoolTasks) async -> Result<MadeHost, any Error> {
        await withTaskExecutorPreference(executor) {
            await made(member)
        }
    }

    @concurrent private static func made(_ member: Member) async -> Result<MadeHost, any Error> {
        do {
            return .success(try await member.make())
        } catch {
            return .failure(error)
        }
    }
}
