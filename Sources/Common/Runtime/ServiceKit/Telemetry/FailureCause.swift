import Persistence

/// The facts about an unexpected error that may be logged: its type, and a sentence only if the type promises that it
/// holds no value of a request or a row.
package struct FailureCause: Hashable, Sendable {
    let type: String
    let sentence: String?
    /// Whether the same request may succeed later without any action.
    let mayPass: Bool
    /// Whether nothing failed, because the work was told to stop.
    package let isCancellation: Bool

    package init(_ error: any Error) {
        type = "\(Swift.type(of: error))"
        switch error {
        case let error as StoreError:
            sentence = error.description
            mayPass =
                switch error {
                case .unavailable, .unreachable, .cancelled: true
                case .unsupportedSchema, .damagedRow: false
                }
            isCancellation = error == .cancelled
        case let error as ObjectStorageError:
            sentence = error.description
            mayPass = false
            isCancellation = false
        default:
            sentence = nil
            isCancellation = error is CancellationError
            mayPass = isCancellation
        }
    }

    package var fields: [(name: String, value: String)] {
        [("error_type", type)] + (sentence.map { [("cause", $0)] } ?? [])
    }
}
