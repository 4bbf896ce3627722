public import WireFormat

/// The headers of every request. They are the same on every phone and in every language, so neither their content nor
/// their size distinguishes phones.
public enum CommonHeaders {
    public static let all: [HTTPHeader] = [.init("User-Agent", "Avviso"), .init("Accept-Language", "en")]
}
