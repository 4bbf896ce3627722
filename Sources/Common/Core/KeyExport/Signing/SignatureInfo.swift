/// The key and the algorithm of a signature: SignatureInfo of the export format, with the fields of both generations.
public struct SignatureInfo: Hashable, Sendable {
    /// The app's bundle identifier. Only the first generation has it; nil when not given.
    public let appBundleID: String?
    /// The app's package. Only the first generation has it; nil when not given.
    public let androidPackage: String?
    /// With `verificationKeyVersion`, the name under which phones know the public key.
    public let verificationKeyID: String?
    public let verificationKeyVersion: String?
    /// A dotted object identifier, as written in the file; see `SignatureAlgorithm`.
    public let algorithm: String?

    public init(
        verificationKeyID: String?,
        verificationKeyVersion: String?,
        algorithm: String? = SignatureAlgorithm.ecdsaWithSHA256.rawValue,
        appBundleID: String? = nil,
        androidPackage: String? = nil
    ) {
        self.appBundleID = appBundleID
        self.androidPackage = androidPackage
        self.verificationKeyID = verificationKeyID
        self.verificationKeyVersion = verificationKeyVersion
        self.algorithm = algorithm
    }

    /// The name of the key; parts that are not given are empty.
    public var keyName: VerificationKeyName {
        VerificationKeyName(id: verificationKeyID ?? "", version: verificationKeyVersion ?? "")
    }
}

/// The name under which a phone knows a public key.
public struct VerificationKeyName: Hashable, Sendable {
    public let id: String
    public let version: String

    public init(id: String, version: String) {
        self.id = id
        self.version = version
    }
}

extension VerificationKeyName: CustomStringConvertible {
    /// `id-version`, as the framework writes it, with every unprintable character replaced.
    public var description: String { PrintableName.make("\(id)-\(version)") }
}

/// The signature algorithms of the export format, by their object identifiers (RFC 5758 section 3.2).
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    case ecdsaWithSHA256 = "1.2.840.10045.4.3.2"
    case ecdsaWithSHA512 = "1.2.840.10045.4.3.4"
}
