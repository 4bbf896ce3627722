package import DeviceAttestation
import SwiftASN1

/// What a phone's Keystore says about a key that it made: the certificate extension 1.3.6.1.4.1.11129.2.1.17 (Android, Key
/// attestation extension data schema), as far as a decision needs it.
///
/// Serial numbers, IMEIs and the unique ID are passed over unread.
package struct KeyDescription: Equatable {
    let version: Int
    /// Where the statement was made, and where the key lives.
    let attestationLevel: SecurityLevel
    let keyLevel: SecurityLevel
    let challenge: [UInt8]
    /// What the system says, and what the secure hardware says and holds to.
    let system: AuthorizationList
    let hardware: AuthorizationList

    enum SecurityLevel: Int {
        case software, trustedEnvironment, strongBox
    }

    static let extensionID: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17]

    /// Reads strict DER: every element in its place, no other one, tags in ascending order.
    package init(parsing bytes: ArraySlice<UInt8>) throws(AttestationRefusal) {
        do {
            self = try DER.sequence(DER.parse(bytes), identifier: .sequence) { try KeyDescription(elements: &$0) }
        } catch {
            throw .malformed
        }
    }

    private init(elements: inout ASN1NodeCollection.Iterator) throws {
        version = try Int(derEncoded: &elements)
        attestationLevel = try DER.enumerated(&elements)
        _ = try Int(derEncoded: &elements)
        keyLevel = try DER.enumerated(&elements)
        challenge = Array(try ASN1OctetString(derEncoded: &elements).bytes)
        _ = try ASN1OctetString(derEncoded: &elements)
        system = try AuthorizationList(derEncoded: &elements)
        hardware = try AuthorizationList(derEncoded: &elements)
    }
}

/// The properties of a key, each under a tag of its own.
struct AuthorizationList: Equatable {
    private(set) var creationMillisecond: Int64?
    private(set) var origin: Int?
    private(set) var rootOfTrust: RootOfTrust?
    private(set) var application: AttestedApplication?

    /// `origin` of a key that was made where it lives.
    static let generated = 0

    fileprivate init(derEncoded elements: inout ASN1NodeCollection.Iterator) throws {
        guard let list = elements.next(), list.identifier == .sequence, case .constructed(let properties) = list.content
        else {
            throw AttestationRefusal.malformed
        }
        var last: UInt = 0
        for property in properties {
            let tag = property.identifier
            guard tag.tagClass == .contextSpecific, tag.tagNumber > last else {
                throw AttestationRefusal.malformed
            }
            last = tag.tagNumber
            try DER.explicitlyTagged(property, tagNumber: tag.tagNumber, tagClass: .contextSpecific) {
                try read($0, tag: tag.tagNumber)
            }
        }
    }

    private mutating func read(_ value: ASN1Node, tag: UInt) throws {
        switch tag {
        case 701: creationMillisecond = try Int64(derEncoded: value)
        case 702: origin = try Int(derEncoded: value)
        case 704: rootOfTrust = try RootOfTrust(derEncoded: value)
        case 709: application = try AttestedApplication(derEncoded: DER.parse(ASN1OctetString(derEncoded: value).bytes))
        default: break
        }
    }
}

/// How the device was started.
struct RootOfTrust: Equatable {
    let isLocked: Bool
    let bootState: BootState

    enum BootState: Int {
        case verified, selfSigned, unverified, failed
    }

    fileprivate init(derEncoded node: ASN1Node) throws {
        (isLocked, bootState) = try DER.sequence(node, identifier: .sequence) { elements in
            // The key that the system was verified with, and its hash (since version 3).
            _ = try ASN1OctetString(derEncoded: &elements)
            let isLocked = try Bool(derEncoded: &elements)
            let bootState: BootState = try DER.enumerated(&elements)
            if let hash = elements.next() {
                _ = try ASN1OctetString(derEncoded: hash)
            }
            return (isLocked, bootState)
        }
    }
}

/// Which app asked for the key.
struct AttestedApplication: Equatable {
    /// More than one where apps share a user ID.
    let packageNames: [[UInt8]]
    /// SHA-256 of the certificates that sign it.
    let certificateDigests: [[UInt8]]

    fileprivate init(derEncoded node: ASN1Node) throws {
        (packageNames, certificateDigests) = try DER.sequence(node, identifier: .sequence) { elements in
            let names = try DER.set(&elements, identifier: .set) { packages in
                var names: [[UInt8]] = []
                while let package = packages.next() {
                    try DER.sequence(package, identifier: .sequence) { elements in
                        names.append(Array(try ASN1OctetString(derEncoded: &elements).bytes))
                        _ = try Int64(derEncoded: &elements)
                    }
                }
                return names
            }
            let digests = try DER.set(&elements, identifier: .set) { digests in
                var bytes: [[UInt8]] = []
                while let digest = digests.next() {
                    bytes.append(Array(try ASN1OctetString(derEncoded: digest).bytes))
                }
                return bytes
            }
            return (names, digests)
        }
    }
}

extension DER {
    fileprivate static func enumerated<Value: RawRepresentable<Int>>(
        _ elements: inout ASN1NodeCollection.Iterator
    ) throws -> Value {
        guard let node = elements.next(),
            let value = Value(rawValue: try Int(derEncoded: node, withIdentifier: .enumerated))
        else {
            throw AttestationRefusal.malformed
        }
        return value
    }

    /// A set whose order is not checked: Keystores do not all sort it.
    fileprivate static func set<Value>(
        _ elements: inout ASN1NodeCollection.Iterator,
        identifier: ASN1Identifier,
        _ read: (inout ASN1NodeCollection.Iterator) throws -> Value
    ) throws -> Value {
        guard let node = elements.next(), node.identifier == identifier, case .constructed(let members) = node.content
        else {
            throw AttestationRefusal.malformed
        }
        var iterator = members.makeIterator()
        return try read(&iterator)
    }
}
