import ClientKit
import MessageSignatures

extension StateSlice<SessionMemory, SessionRun> {
    /// Why the last download or detection failed; nil if neither did.
    var problem: DownloadProblem? {
        session.downloadFailure.map(DownloadProblem.init) ?? session.checkFailure.map { _ in .phone }
    }
}

extension DownloadProblem {
    init(_ failure: DownloadFailure) {
        self =
            switch failure {
            case .transport: .noConnection
            case .messageRefused(.tooOld), .messageRefused(.inFuture), .staleStatement: .wrongTime
            case .storage: .phone
            case .unexpectedStatus, .missing, .unsigned, .messageRefused, .statementRefused, .malformed,
                .archiveRefused, .otherPackage, .unusableConfiguration:
                .noUsableAnswer
            }
    }
}
