/// The requests of one sequence, in their order: two to the verification service, then one to the submission service.
///
/// Whatever a phone does, an observer sees these three. Fakes fill the places that
/// have nothing genuine.
package enum RequestPattern: Hashable, Sendable {
    case cover
    case registration
    case question
    /// An upload whose TAN the phone does not have yet.
    case upload
    /// An upload with a TAN that the phone has.
    case uploadWithTAN

    /// The request of a place, from 0; nil behind the last.
    ///
    /// - Parameter genuineFailed: whether a genuine request before it failed. An upload whose TAN did not come is
    ///   replaced by a fake, so the failure does not show.
    package func request(at place: Int, genuineFailed: Bool) -> Request? {
        guard Self.kinds.indices.contains(place) else {
            return nil
        }
        let isGenuine = genuinePlaces.contains(place) && !genuineFailed
        let kind = self == .registration && place == 0 ? .registration : Self.kinds[place]
        return Request(kind: kind, isGenuine: isGenuine)
    }

    package struct Request: Hashable, Sendable {
        /// The fake that looks like it.
        package let kind: FakeRequest
        package let isGenuine: Bool
    }

    private var genuinePlaces: [Int] {
        switch self {
        case .cover: []
        case .registration, .question: [0]
        case .upload: [1, 2]
        case .uploadWithTAN: [2]
        }
    }

    private static let kinds: [FakeRequest] = [.result, .tan, .upload]
}
