import Persistence

/// The lease of one job. The process that has it leads: it runs the job until it stops, or until it loses the lease.
actor JobLeader {
    private let name: String
    private let leases: any WorkClaiming
    private var claim: (any WorkClaim)?

    /// - Parameters:
    ///   - job: the job's name, with that of its service.
    ///   - leases: those of a database that all processes with the job share.
    init(of job: String, leases: any WorkClaiming) {
        name = "job \(job)"
        self.leases = leases
    }

    /// The time between two questions of a process that does not lead.
    static let pause = Duration.seconds(10)

    /// Whether this process leads now. If nobody does, it takes the lease.
    func leads() async throws(StoreError) -> Bool {
        if try await claim?.isHeld() == true {
            return true
        }
        claim = nil
        claim = try await leases.claim(name)
        return claim != nil
    }

    /// Gives the lease back, so that another process takes over at its next question.
    func resign() async {
        await claim?.end()
        claim = nil
    }
}
