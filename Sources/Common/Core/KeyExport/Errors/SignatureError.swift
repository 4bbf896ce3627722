/// An error in a signature or in the keys that check it.
public enum SignatureError: Error, Equatable {
    /// The file is a bare export.bin, which carries no signature.
    case unsigned
    /// export.sig must hold one signature for each signature info of export.bin, and at least one.
    case countMismatch(signatures: Int, infos: Int)
    case batchMismatch(key: VerificationKeyName)
    /// The algorithm is not one of the two object identifiers. `isName` is true if it looks like the name of an
    /// algorithm.
    case unsupportedAlgorithm(String, isName: Bool)
    /// The signature is the 64 bytes r‖s instead of ASN.1 DER.
    case rawSignature(key: VerificationKeyName)
    case malformedSignature(key: VerificationKeyName, length: Int)
    case wrongSignature(key: VerificationKeyName)
    /// No signature was made by a key that the caller trusts. The offered names are those of the file's signatures.
    case noKnownKey(offered: [VerificationKeyName])
    /// A signer that the caller requires did not sign.
    case missingSigner(VerificationKeyName)
    case noVerificationKeys
    case unreadablePublicKey
    case unreadablePrivateKey
    /// A writer needs at least one signer.
    case noSigners
}

extension SignatureError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsigned: "a bare export.bin has no signature"
        case .countMismatch(let signatures, let infos):
            "export.sig has \(signatures) signatures and export.bin announces \(infos)"
        case .batchMismatch(let key): "the signature of key \(key) is for another batch"
        case .unsupportedAlgorithm(let text, let isName):
            "the signature algorithm is '\(text)', not a known object identifier"
                + (isName ? ": write 1.2.840.10045.4.3.2 instead of a name" : "")
        case .rawSignature(let key): "the signature of key \(key) is 64 raw bytes, not ASN.1 DER"
        case .malformedSignature(let key, let length):
            "the signature of key \(key) (\(length) bytes) is not an ASN.1 DER signature"
        case .wrongSignature(let key): "the signature of key \(key) does not match the content"
        case .noKnownKey(let offered):
            "no signature is by a known key; the file names " + offered.map(\.description).joined(separator: ", ")
        case .missingSigner(let key): "the signature of key \(key) is required and missing"
        case .noVerificationKeys: "no public key was given to verify with"
        case .unreadablePublicKey: "the public key is not a P-256 key in PEM or base64 DER (SubjectPublicKeyInfo)"
        case .unreadablePrivateKey: "the private key is not a P-256 key in PEM (PKCS #8 or SEC 1)"
        case .noSigners: "an export needs at least one signer"
        }
    }
}
