/// Compresses bytes to one raw deflate stream (RFC 1951): with libdeflate if it exists, as on servers, otherwise with
/// zlib.
enum Deflater {
    static func compress(_ input: [UInt8]) -> [UInt8] {
        #if canImport(CDeflate)
            Libdeflate.compress(input)
        #else
            Zlib.compress(input)
        #endif
    }
}
