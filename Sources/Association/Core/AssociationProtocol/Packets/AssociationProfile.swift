import ExposurePrimitives

/// Which of the protocol's forms phones exchange on the radio.
public enum RadioProfile: UInt8, Sendable, CaseIterable {
    /// The page's exact lengths (32 and 148 bytes). Nothing has a tag, so a receiver cannot verify anything.
    case exact = 1
    /// The default: every packet is authenticated.
    case sealed = 2

    /// The label of a derivation, for example `HAA1 seal`.
    func label(_ purpose: String) -> String { "HAA\(rawValue) \(purpose)" }

    /// The salt of the agreement between two phones.
    var salt: [UInt8] { Array("HAA\(rawValue)".utf8) }
}

/// The kind of a record of an upload.
public enum RecordProfile: UInt8, Sendable, CaseIterable {
    /// Fills a batch. The authority skips it.
    case padding = 0
    case exact = 1
    case sealed = 2
    /// The page's note: a handle and a box that only the issuer can open.
    case pairwisePrivate = 3
}
