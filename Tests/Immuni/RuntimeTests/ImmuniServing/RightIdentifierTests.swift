import DiagnosisKeyStores
import ExposurePrimitives
import ImmuniAPI
import ImmuniServing
import KeyServerRules
import Testing

@Suite("The stored identifier of a right")
struct RightIdentifierTests {
    @Test("is the hash of the code's token that databases have, under the server's key")
    func stored() throws {
        let token = try #require(UploadToken(authorization: "Bearer " + String(repeating: "09", count: 32)))
        let key = try #require(RightKey([UInt8](repeating: 1, count: 32)))
        // Computed with Python's hmac.
        #expect(
            Hex.encode(RightIdentifier(of: token, under: key).mac)
                == "ea9f7f9aa052f00c61a621e93f3b8ec4d027fcf71a5b17f50929eeb9be3ce1c7"
        )
    }
}
