/// Why the files of a listener give no TLS identity, in words for the operator; never with content of a file.
package enum TLSError: Error, Hashable {
    case unreadable(path: String, reason: String)
    case noCertificate(path: String)
    case noKey(path: String)
    case keyDoesNotMatch(certificate: String, key: String)
    case keyIsShared(PrivateFileError)
}

extension TLSError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "the file \(path) cannot be read: \(reason)"
        case .noCertificate(let path):
            "the file \(path) contains no certificates in PEM"
        case .noKey(let path):
            "the file \(path) contains no private key in PEM without a passphrase"
        case .keyDoesNotMatch(let certificate, let key):
            "the key \(key) does not belong to the first certificate of \(certificate)"
        case .keyIsShared(let error):
            error.description
        }
    }
}
