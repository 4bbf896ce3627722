import ArgumentParser
import Crypto
import CryptoExtras
import DeviceAttestation
import DeviceEmulation
import ExposurePrimitives
import Foundation
import ImmuniAPI
import WireFormat

/// Requests of Android phones with emulated attestations, a line each as requests.lua reads them, and what the signatures
/// in one cost to verify.
struct AttestationBench: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "attestations")

    @Option(help: "The file that `avviso emulate attestation init` made.")
    var state: String

    @Option(help: "safety-net, play-integrity or key-attestation.")
    var kind: String

    @Option(help: "Requests.")
    var count = 5000

    @Option(help: "The file for the requests.")
    var out: String

    func run() throws {
        guard let kind = AttestationEvidence.Kind(rawValue: kind),
            let signed = SignedAttestation.Kind(rawValue: self.kind)
        else {
            throw ValidationError("no kind of attestation")
        }
        let emulator = try AttestationEmulator(restoring: Data(contentsOf: URL(fileURLWithPath: state)))
        let now = UnixTime(Int64(Date().timeIntervalSince1970))
        var generator = SystemRandomNumberGenerator()
        var lines = Data()
        for number in 0..<count {
            let info = OperationalInfoRequest(
                province: .abroad,
                exposurePermission: true,
                bluetoothActive: number.isMultiple(of: 2),
                notificationPermission: true,
                exposureNotification: false,
                lastRiskyExposureOn: now.utcDay
            )
            let salt = Bytes16.random(using: &generator)
            let evidence = try emulator.issue(kind, boundTo: info.binding(salt: Base64.encode(salt.bytes)), at: now)
            guard let attestation = SignedAttestation(kind: signed, text: SecretBytes(evidence.exposedText.utf8)) else {
                throw ValidationError("the attestation does not fit into a request")
            }
            let request = AttestedOperationalInfoRequest(info: info, salt: salt, attestation: attestation)
            lines += Data("- ".utf8) + Data(request.exposedBody) + Data("\n".utf8)
        }
        try lines.write(to: URL(fileURLWithPath: out))
        try report(["signature_microseconds": try Self.microseconds(of: kind)])
    }

    /// Processor time of the signatures alone: those of the certificates and of the statement.
    private static func microseconds(of kind: AttestationEvidence.Kind) throws -> Double {
        let message = [UInt8](repeating: 7, count: 800)
        let leaf = P256.Signing.PrivateKey()
        let leafSignature = try leaf.signature(for: message)
        let issuer = P384.Signing.PrivateKey()
        let issuerSignature = try issuer.signature(for: message)
        let statement = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let digest = SHA256.hash(data: message)
        let statementSignature = try statement.signature(for: digest, padding: .insecurePKCS1v1_5)
        func cost(_ verify: () -> Bool) -> Double {
            let rounds = 500
            let watch = Stopwatch()
            let valid = (0..<rounds).count { _ in verify() }
            precondition(valid == rounds)
            return watch.cpuSeconds / Double(rounds) * 1e6
        }
        let byP256 = cost { leaf.publicKey.isValidSignature(leafSignature, for: message) }
        guard kind != .playIntegrity else {
            return byP256
        }
        let byP384 = cost { issuer.publicKey.isValidSignature(issuerSignature, for: message) }
        guard kind == .safetyNet else {
            return byP256 + byP384
        }
        return byP256 + byP384
            + cost {
                statement.publicKey.isValidSignature(statementSignature, for: digest, padding: .insecurePKCS1v1_5)
            }
    }
}
