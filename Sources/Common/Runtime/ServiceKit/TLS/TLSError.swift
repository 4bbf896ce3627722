/// The reason why a listener cannot use its files, in words for the operator. It never contains content of a file.
package enum TLSError: Error, Hashable {
    case unreadable(path: String, reason: String)
    case noCertificate(path: String)
    case noKey(path: String)
    case keyDoesNotMatch(certificate: String, key: String)
    case keyIsShared(PrivateFileError)
    /// Others than the server's user can change the list of partners, and so decide who calls.
    case partnersAreShared(path: String)
    /// A line of the list of partners is malformed.
    case badPartner(path: String, line: Int)
    /// A line of the list of partners has the certificate of another line.
    case repeatedPartner(path: String, line: Int)
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
        case .partnersAreShared(let path):
            "others than the server's user can change the list of partners \(path): chmod go-w \(path)"
        case .badPartner(let path, let line):
            "line \(line) of \(path) is not a partner: write laboratory or foreign-authority, a name of up to 64 letters, "
                + "digits and -._, and the SHA-256 of a certificate"
        case .repeatedPartner(let path, let line):
            "line \(line) of \(path) has the certificate of another line"
        }
    }
}
