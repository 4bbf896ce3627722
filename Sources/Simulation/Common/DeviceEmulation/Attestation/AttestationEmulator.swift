package import DeviceAttestation
package import ExposurePrimitives
import WireFormat

/// Google's and Apple's attestation for tests: evidence of every kind, genuine except for its root.
///
/// All evidence is marked as made for tests: the root by its name, Play Integrity's verdicts by `testingDetails`, App
/// Attest's keys by the environment for development. A server accepts it only with `analytics.test-evidence`.
package struct AttestationEmulator: Sendable {
    package let app: EmulatedApp
    package let authority: EmulatedAuthority
    package let playIntegrity: EmulatedPlayIntegrity
    private let safetyNet: EmulatedSafetyNet
    private let keystore: EmulatedKeystore

    package init(
        app: EmulatedApp,
        authority: EmulatedAuthority,
        playIntegrity: EmulatedPlayIntegrity = EmulatedPlayIntegrity()
    ) throws {
        (self.app, self.authority, self.playIntegrity) = (app, authority, playIntegrity)
        safetyNet = try EmulatedSafetyNet(authority: authority)
        keystore = EmulatedKeystore(authority: authority)
    }

    /// Evidence for a request.
    ///
    /// - Parameters:
    ///   - binding: the digest of the request.
    ///   - defect: the defect to make, if any.
    /// - Throws: `EmulatorStateError.noSuchDefect` if evidence of this kind cannot have the defect.
    package func issue(
        _ kind: AttestationEvidence.Kind,
        boundTo binding: [UInt8],
        at time: UnixTime,
        defect: AttestationDefect? = nil
    ) throws -> AttestationEvidence {
        guard defect == nil || defect?.refusal(of: kind) != nil else {
            throw EmulatorStateError.noSuchDefect
        }
        if defect == .foreignRoot {
            let foreign = try EmulatedAuthority(validity: authority.validity)
            return try AttestationEmulator(app: app, authority: foreign).issue(kind, boundTo: binding, at: time)
        }
        let request = request(boundTo: binding, at: time, defect)
        switch kind {
        case .safetyNet: return .safetyNet(jws: try statement(for: request, defect))
        case .playIntegrity: return .playIntegrity(token: try token(for: request, defect))
        case .keyAttestation: return .keyAttestation(chain: try chain(for: request, defect))
        case .appAttest: return .appAttest(object: try object(for: request, defect))
        }
    }

    private func request(boundTo binding: [UInt8], at time: UnixTime, _ defect: AttestationDefect?) -> EmulatedRequest {
        var request = EmulatedRequest(app: app, binding: binding, time: time)
        switch defect {
        case .wrongBinding:
            request.binding = binding.map { ~$0 }
        case .wrongApp:
            request.app.packageName += ".other"
            request.app.appID += ".other"
        case .wrongAppSignature:
            request.app.certificateDigest = app.certificateDigest.map { ~$0 }
        case .stale:
            request.time = time.advanced(bySeconds: -Self.staleAge)
        case .software, .notGenuine, .tampered, .foreignRoot, .usedKey, nil:
            break
        }
        return request
    }

    private func statement(for request: EmulatedRequest, _ defect: AttestationDefect?) throws -> String {
        var changes: [String: JSONValue?] = [:]
        if defect == .software {
            changes["evaluationType"] = "BASIC"
        } else if defect == .notGenuine {
            changes["basicIntegrity"] = false
            changes["ctsProfileMatch"] = false
        }
        let statement = try safetyNet.statement(safetyNet.claims(for: request, changes))
        return defect == .tampered ? Self.withSignatureChanged(statement) : statement
    }

    private func token(for request: EmulatedRequest, _ defect: AttestationDefect?) throws -> String {
        var changes: [String: JSONValue?] = ["testingDetails": ["isTestingResponse": true]]
        if defect == .software {
            changes["deviceRecognitionVerdict"] = ["MEETS_DEVICE_INTEGRITY"]
        } else if defect == .notGenuine {
            changes["deviceRecognitionVerdict"] = []
        }
        let signed = try playIntegrity.signed(playIntegrity.verdict(for: request, changes))
        return try playIntegrity.encrypted(defect == .tampered ? Self.withSignatureChanged(signed) : signed)
    }

    private func chain(for request: EmulatedRequest, _ defect: AttestationDefect?) throws -> [[UInt8]] {
        var parts = EmulatedKeystore.Parts(for: request)
        if defect == .software {
            parts.levels = [0, 0]
        } else if defect == .notGenuine {
            parts.isLocked = 0
            parts.bootState = 2
        }
        var chain = try keystore.chain(parts)
        if defect == .tampered, let last = chain[0].indices.last {
            chain[0][last] ^= 1
        }
        return chain
    }

    private func object(for request: EmulatedRequest, _ defect: AttestationDefect?) throws -> [UInt8] {
        var parts = EmulatedAppAttest.Parts(for: request)
        parts.environment = EmulatedAppAttest.Parts.development
        switch defect {
        case .stale: parts.validity = request.time.advanced(bySeconds: -Self.staleAge)..<request.time
        case .tampered: parts.damage = 1
        case .usedKey: parts.counter = 1
        default: break
        }
        return try EmulatedAppAttest(authority: authority).object(parts)
    }

    /// The JWS with one bit of its signature changed.
    private static func withSignatureChanged(_ jws: String) -> String {
        var parts = jws.split(separator: ".").map(String.init)
        var signature = parts.popLast().flatMap { Base64URL.decode($0) } ?? []
        signature[signature.count - 1] ^= 1
        return (parts + [Base64URL.encode(signature)]).joined(separator: ".")
    }

    /// Seconds: an hour, six times what any kind allows.
    private static let staleAge: Int64 = 3600
}

extension AttestationEvidence {
    /// The evidence in the form of the request's member: the JWS or token itself; certificates in base 64, joined by
    /// commas; an object in base 64.
    package var exposedText: String {
        switch self {
        case .safetyNet(let text), .playIntegrity(let text): text
        case .keyAttestation(let chain): chain.map { Base64.encode($0) }.joined(separator: ",")
        case .appAttest(let object): Base64.encode(object)
        }
    }
}

/// The reason why an emulator cannot complete a request.
package enum EmulatorStateError: Error, Hashable, CustomStringConvertible {
    /// The stored state was not written by an emulator.
    case damaged
    /// Evidence of this kind cannot have this defect.
    case noSuchDefect

    package var description: String {
        switch self {
        case .damaged: "the emulator's file is damaged: make a new one with avviso emulate attestation init"
        case .noSuchDefect: "evidence of this kind cannot have this defect"
        }
    }
}
