import ExposurePrimitives
import ServiceKit
import Synchronization
import WireFormat

/// How a second system declares the routes of its laboratories and operators: it keeps the digests of their tokens, and
/// says whose a credential is.
final class TrialRegistry: Sendable {
    private struct State {
        var tokens: [StoredToken<String>] = []
        var laboratories: Set<String> = []
    }

    private let clock: any WallClock
    private let state = Mutex(State())

    init(clock: any WallClock = SystemWallClock()) { self.clock = clock }

    func add(_ holder: String, token: String, expiry: UnixTime = UnixTime(.max)) {
        let digest = TokenDigest(of: SecretBytes(token.utf8))
        state.withLock {
            $0.tokens.append(StoredToken(holder: holder, digest: digest, expiry: expiry))
            $0.laboratories.insert(holder)
        }
    }

    func revoke(_ holder: String) {
        state.withLock { state in
            state.tokens.removeAll { $0.holder == holder }
            state.laboratories.remove(holder)
        }
    }

    func holder(of credential: Credential) -> String? {
        state.withLock { state in
            switch credential {
            case .token(let digest): state.tokens.holder(of: digest, at: clock.now())
            case .certificate(let name): state.laboratories.contains(name) ? name : nil
            }
        }
    }
}

extension Route {
    /// Routes that answer with the name of their caller.
    static func results(of laboratories: TrialRegistry) -> Route {
        forLaboratories(Endpoint(.post, "/lab/results")) {
            laboratories.holder(of: $0)
        } handler: {
            $1.asAnswer
        }
    }

    static func codes(for operators: TrialRegistry) -> Route {
        forOperators(Endpoint(.post, "/codes")) {
            operators.holder(of: $0)
        } handler: {
            $1.asAnswer
        }
    }

    static let batches = forForeignAuthorities(Endpoint(.post, "/batches")) { $1.asAnswer }
}

extension String {
    fileprivate var asAnswer: ServiceResponse { ServiceResponse(status: 200, body: .bytes(Array(utf8))) }
}
