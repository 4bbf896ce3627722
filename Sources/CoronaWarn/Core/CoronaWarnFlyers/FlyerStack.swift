public import CoronaWarnAPI
import ExposurePrimitives

/// Flyers with new codes, to be printed. A code opens the result of its test, so the codes exist here, on
/// paper and nowhere else.
public struct FlyerStack: Sendable {
    /// Eight characters that name the stack on each flyer and in its manifest.
    public let name: String
    public let codes: [TestCode]

    /// - Parameters:
    ///   - count: how many flyers, one of ``counts``.
    ///   - generator: outside tests a secure one.
    public init(count: Int, using generator: inout some RandomNumberGenerator) {
        name = String((0..<Self.nameLength).map { _ in Self.alphabet.randomElement(using: &generator) ?? "2" })
        var codes: [TestCode] = []
        var identifiers: Set<TestIdentifier> = []
        while codes.count < count {
            let code = TestCode(using: &generator)
            if identifiers.insert(TestIdentifier(hashing: code)).inserted {
                codes.append(code)
            }
        }
        self.codes = codes
    }

    /// The identifiers of the stack.
    public var manifest: StackManifest {
        StackManifest(name: name, identifiers: Set(codes.map { TestIdentifier(hashing: $0) }))
    }

    /// The numbers of flyers that a stack may have.
    public static let counts = 1...10_000
    static let nameLength = 8
    /// Without characters that people confuse.
    static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZ")
}
