import Persistence

/// The lease of one job. The process that has it runs the job until it stops, or until it loses the lease.
actor JobLease {
    private let name: String
    private let leases: any LeaseStore
    private var lease: (any Lease)?

    /// - Parameters:
    ///   - job: the job's name, with that of its service.
    ///   - leases: those of a database that all processes with the job share.
    init(of job: String, leases: any LeaseStore) {
        name = "job \(job)"
        self.leases = leases
    }

    /// The time between two questions of a process without the lease.
    static let pause = Duration.seconds(10)

    /// Whether this process has the lease now. It takes it if nobody has it.
    func take() async throws(StoreError) -> Bool {
        if try await lease?.isHeld() == true {
            return true
        }
        lease = nil
        lease = try await leases.takeLease(name)
        return lease != nil
    }

    /// Gives the lease back, so that another process takes over at its next question.
    func end() async {
        await lease?.end()
        lease = nil
    }
}
