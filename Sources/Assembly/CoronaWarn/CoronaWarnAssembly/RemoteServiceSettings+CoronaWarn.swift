import CommonAssembly
import HTTPCoronaWarn

extension RemoteServiceSettings {
    /// One of Corona-Warn's services with a data folder of its own.
    ///
    /// - Parameter service: its name in sentences.
    private init(_ prefix: String, service: String) {
        self.init(
            prefix,
            server: "The internal listener of a \(service) service with a data folder of its own.",
            absence: " if the two services share the data folder",
            token: "The internal.token of that \(service) service."
        )
    }

    /// The verification service, for submission.
    static let verification = RemoteServiceSettings("submission.verification", service: "verification")
    /// The laboratory service, for verification.
    static let laboratory = RemoteServiceSettings("verification.laboratory", service: "laboratory")
}

extension RemoteService {
    /// A connection with the time limit of our own services.
    ///
    /// - Parameter handling: the time after which the caller's own answer is due.
    func connection(within handling: Duration) throws -> RemoteConnection {
        try connection(timeout: InternalService.timeout(within: handling))
    }
}
