import WireFormat

/// JSON objects that are filled up to one size, so that their length does not tell what they say.
enum PaddedObject {
    /// A request to the verification service. A nonce stands at the beginning of its padding.
    static func request(_ members: [JSONValue.Member], nonce: PhoneNonce?) -> [UInt8] {
        encoded(
            members,
            filler: "requestPadding",
            beginning: nonce?.exposedPadding ?? "",
            size: CoronaWarnLimits.requestSize
        )
    }

    /// An answer of the verification service.
    static func answer(_ members: [JSONValue.Member]) -> [UInt8] {
        encoded(members, filler: "responsePadding", beginning: "", size: CoronaWarnLimits.answerSize)
    }

    /// `members` and the member `filler` of as many characters as make `size` bytes; `beginning` alone if that is too
    /// much already.
    private static func encoded(
        _ members: [JSONValue.Member],
        filler: String,
        beginning: String,
        size: Int
    ) -> [UInt8] {
        func object(_ padding: String) -> [UInt8] {
            JSONValue.object(members + [JSONValue.Member(name: filler, value: .string(padding))]).encoded
        }
        let missing = max(size - object(beginning).count, 0)
        return object(beginning + String(repeating: "0", count: missing))
    }
}
