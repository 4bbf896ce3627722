public import MessageSignatures

extension SignedTreeStatement {
    /// The statement, once its signature holds and it is about this file.
    ///
    /// The caller then compares its sequence and its time with those that it has seen.
    ///
    /// - Parameters:
    ///   - path: the path that the phone asked for.
    ///   - content: the file that the phone got.
    ///   - keys: alternatives. There are several while the authority changes its key.
    public func verified(
        for path: TreePath,
        content: [UInt8],
        keys: [MessageVerificationKey]
    ) throws(TreeStatementError) -> TreeStatement {
        guard let key = keys.first(where: { $0.keyID == keyID }) else {
            throw .unknownKey
        }
        guard key.isValid(signature, over: statement.signedBytes) else {
            throw .wrongSignature
        }
        guard statement.path == path else {
            throw .otherFile
        }
        guard statement.digest == ContentDigest(of: content).bytes else {
            throw .wrongDigest
        }
        return statement
    }
}

/// The reason why a statement is not believed.
public enum TreeStatementError: Error, Hashable, Sendable {
    case unknownKey
    case wrongSignature
    /// It is about a file at another path.
    case otherFile
    /// It is about another content.
    case wrongDigest
}
