package import DeviceAttestation
import SwiftASN1

/// A phone's Keystore's statement about a key that it made: the certificate extension 1.3.6.1.4.1.11129.2.1.17
/// (Android, Key attestation extension data schema). It has only the parts that a decision needs.
///
/// Serial numbers, IMEIs and the unique ID are skipped.
package struct KeyDescription: Equatable {
    let version: Int
    /// The place in which the statement was made, and the place of the key.
    let attestationLevel: SecurityLevel
    let keyLevel: SecurityLevel
    let challenge: [UInt8]
    /// The properties that the system states, and those that the secure hardware states and enforces.
    let system: AuthorizationList
    let hardware: AuthorizationList

    enum SecurityLevel: Int {
        case software, trustedEnvironment, strongBox
    }

    static let extensionID: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17]

    /// Reads strict DER: every element in its place, no others, tags in ascending order.
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

/// The properties of a key, each with its own tag.
struct AuthorizationList: Equatable {
    private(set) var creationMillisecond: Int64?
    private(set) var origin: Int?
    private(set) var rootOfTrust: RootOfTrust?
    private(set) var application: AttestedApplication?

    /// The `origin` of a key that was made in its place of use.
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

/// The state of the device at its start.
struct RootOfTrust: Equatable {
    let isLocked: Bool
    let bootState: BootState

    enum BootState: Int {
        case verified, selfSigned, unverified, failed
    }

    fileprivate init(derEncoded node: ASN1Node) throws {
        (isLocked, bootState) = try DER.sequence(node, identifier: .sequence) { elements in
            // The key that verified the system, and its hash (since version 3).
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

/// The app that asked for the key.
struct AttestedApplication: Equatable {
    /// The package names. There is more than one if apps share a user ID.
    let packageNames: [[UInt8]]
    /// The SHA-256 of each certificate that signs the app.
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

    /// A set whose order is not checked, because not all Keystores sort it.
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
