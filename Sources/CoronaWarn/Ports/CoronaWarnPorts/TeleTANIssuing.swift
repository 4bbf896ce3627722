public import CoronaWarnAPI
public import ExposurePrimitives

/// The verification service's functions for operators who are signed in to their pages.
public protocol TeleTANIssuing: Sendable {
    /// Issues a teleTAN, if the operator's health authority and the limits allow it. A refusal counts for no limit.
    func issue(_ kind: TeleTANKind, to requester: TeleTANRequester) async throws -> TeleTANIssue

    /// Whether operators of a health authority get teleTANs of this kind.
    func permits(_ kind: TeleTANKind, of authority: String?) -> Bool

    /// What the limits leave to an operator now.
    func allowance(of operator: String) async throws -> TeleTANAllowance

    /// The limits themselves.
    var limits: TeleTANLimits { get }
}

/// An operator who asks for a teleTAN.
public struct TeleTANRequester: Hashable, Sendable {
    /// The name under which the pause between two is kept.
    public let name: String
    /// The id of the operator's health authority; nil without one.
    public let authority: String?

    public init(name: String, authority: String?) {
        self.name = name
        self.authority = authority
    }
}

/// The outcome of a request for a teleTAN.
public enum TeleTANIssue: Sendable {
    case issued(TeleTAN)
    /// A limit is reached: again from then on.
    case limited(until: UnixTime)
    /// The operator's health authority gets no teleTANs of this kind.
    case notPermitted
}
