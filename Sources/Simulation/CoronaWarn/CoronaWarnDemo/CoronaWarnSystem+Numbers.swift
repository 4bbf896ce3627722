import CoronaWarnAdministration
import CoronaWarnAssembly
import WireFormat

extension CoronaWarnSystem {
    /// Gives the phones numbers of a hotline, from a range that Germany reserves for films.
    func publishNumbers() async throws {
        let numbers = [("teletan", "+49 30 23125 001"), ("information", "+49 30 23125 002")]
        let hotlines = numbers.map { purpose, number in
            JSONValue.object([
                JSONValue.Member(name: "purpose", value: .string(purpose)),
                JSONValue.Member(name: "number", value: .string(number)),
            ])
        }
        _ = try await configurationAdministration().set(
            [("hotlines", .array(hotlines))],
            by: ConfigurationAdministration.Signature(author: "demo", reason: "the numbers of the demo's hotline")
        )
    }
}
