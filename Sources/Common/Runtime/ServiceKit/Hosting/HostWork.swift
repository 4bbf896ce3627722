/// What a process does for its services.
package enum HostWork: String, CaseIterable, Sendable {
    /// It answers requests and runs jobs.
    case all
    /// It answers requests, and leaves the jobs to others.
    case requests
    /// It runs jobs. It has no public and no partner listener, and its internal one has only `/health` and `/metrics`.
    case jobs

    var answersRequests: Bool { self != .jobs }

    /// Whether the process runs `job`. Otherwise the job is told so.
    func runs(_ job: PeriodicJob) -> Bool {
        if case (.requests, .oneProcess) = (self, job.place) {
            job.whenElsewhere()
            return false
        }
        return true
    }
}
