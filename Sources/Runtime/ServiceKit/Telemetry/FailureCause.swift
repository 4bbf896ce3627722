import ObjectStorage
import Stores

/// What may be said of an error that nobody expected: its type, and a sentence only where the type promises that it holds
/// no value of a request or a row.
package struct FailureCause: Hashable, Sendable {
    let type: String
    let sentence: String?
    /// Whether the same request may succeed later without anyone doing anything.
    let mayPass: Bool

    package init(_ error: any Error) {
        type = "\(Swift.type(of: error))"
        switch error {
        case let error as StoreError:
            sentence = error.description
            mayPass = if case .unavailable = error { true } else { false }
        case let error as ObjectStorageError:
            sentence = error.description
            mayPass = false
        default:
            sentence = nil
            mayPass = false
        }
    }

    package var fields: [(name: String, value: String)] {
        [("error_type", type)] + (sentence.map { [("cause", $0)] } ?? [])
    }
}
