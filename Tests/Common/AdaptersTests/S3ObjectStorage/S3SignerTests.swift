import Crypto
import ExposurePrimitives
import Persistence
import PhonePorts
import Testing

@testable import S3ObjectStorage

@Suite("Signatures of requests")
struct S3SignerTests {
    /// An example of "Signature Calculations for the Authorization Header: Transferring Payload in a Single Chunk (AWS
    /// Signature Version 4)" in the Amazon S3 API Reference.
    private static let examples: [(String, S3Request, String, String)] = [
        (
            "GET Object", S3Request(method: .get, path: "/test.txt", headers: [("range", "bytes=0-9")]),
            "host;range;x-amz-content-sha256;x-amz-date",
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        ),
        (
            "PUT Object",
            S3Request(
                method: .put,
                path: "/test$file.text",
                headers: [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")],
                body: Array("Welcome to Amazon S3.".utf8)
            ),
            "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        ),
        (
            "GET Bucket Lifecycle", S3Request(method: .get, path: "/", query: [("lifecycle", "")]),
            "host;x-amz-content-sha256;x-amz-date", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        ),
        (
            "GET Bucket (List Objects)",
            S3Request(method: .get, path: "/", query: [("prefix", "J"), ("max-keys", "2")]),
            "host;x-amz-content-sha256;x-amz-date", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        ),
    ]

    @Test("are those of AWS's published examples", arguments: examples)
    func published(_ name: String, request: S3Request, signedHeaders: String, signature: String) throws {
        let signer = S3Signer(credentials: try #require(S3Samples.awsCredentials), region: S3Samples.region)
        let now = try #require(UnixTime(httpDate: "Fri, 24 May 2013 00:00:00 GMT"))
        let signed = signer.sign(request, host: "examplebucket.s3.amazonaws.com", now: now)
        let credential = "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request"
        let authorization = signed.headers.first { $0.name == "authorization" }?.value
        #expect(authorization == "\(credential),SignedHeaders=\(signedHeaders),Signature=\(signature)")
        #expect(signed.headers.contains { $0.name == "x-amz-date" && $0.value == "20130524T000000Z" })
        let digest = Hex.encode(SHA256.hash(data: request.body))
        #expect(signed.headers.contains { $0.name == "x-amz-content-sha256" && $0.value == digest })
    }

    @Test("change with everything that is signed")
    func everything() throws {
        let signer = S3Signer(credentials: try #require(S3Samples.awsCredentials), region: S3Samples.region)
        let request = S3Request(method: .put, path: "/a", query: [("b", "c")], headers: [("d", "e")], body: [1])
        let others = [
            S3Request(method: .post, path: "/a", query: [("b", "c")], headers: [("d", "e")], body: [1]),
            S3Request(method: .put, path: "/b", query: [("b", "c")], headers: [("d", "e")], body: [1]),
            S3Request(method: .put, path: "/a", query: [("b", "d")], headers: [("d", "e")], body: [1]),
            S3Request(method: .put, path: "/a", query: [("b", "c")], headers: [("d", "f")], body: [1]),
            S3Request(method: .put, path: "/a", query: [("b", "c")], headers: [("d", "e")], body: [2]),
        ]
        let now = UnixTime(1_594_209_600)
        let signature = { (request: S3Request, signer: S3Signer, host: String, now: UnixTime) in
            signer.sign(request, host: host, now: now).headers.last?.value
        }
        let own = signature(request, signer, "host", now)
        #expect(own == signature(request, signer, "host", now))
        var found = Set(others.map { signature($0, signer, "host", now) })
        found.insert(signature(request, signer, "other", now))
        found.insert(signature(request, signer, "host", now.advanced(bySeconds: 1)))
        let region = try #require(S3Region("eu-central-1"))
        found.insert(signature(request, S3Signer(credentials: signer.credentials, region: region), "host", now))
        let other = try #require(
            S3Credentials(accessKey: signer.credentials.accessKey.utf8, secret: SecretBytes("otherother".utf8))
        )
        found.insert(signature(request, S3Signer(credentials: other, region: S3Samples.region), "host", now))
        #expect(found.count == 9)
        #expect(!found.contains(own))
    }

    @Test("the query is in order, and everything but unreserved characters is escaped")
    func escapes() {
        let request = S3Request(
            method: .get,
            path: "/a b/ü~c",
            query: [("b", "/+ &="), ("a-b", "2"), ("a", "2"), ("a", "1"), ("c", "")]
        )
        #expect(request.target == "/a%20b/%C3%BC~c?a=1&a=2&a-b=2&b=%2F%2B%20%26%3D&c=")
    }

    @Test("escapes are read back, broken ones are not")
    func unescaped() {
        for text in ["", "a/b.c", "a b/ü+&", "%", "100%25"] {
            #expect(S3Escape.decode(S3Escape.encode(text)) == text)
        }
        #expect(S3Escape.decode("%e2%82%ac") == "€")
        for text in ["%", "%2", "%2g", "a%", "%ff"] {
            #expect(S3Escape.decode(text) == nil)
        }
    }
}

@Suite("The place and the key of a bucket")
struct S3LocationTests {
    @Test("a bucket has 3 to 63 characters")
    func buckets() {
        for text in ["abc", "a.b-c1", String(repeating: "a", count: 63), "1ab"] {
            #expect(S3BucketName(text)?.text == text)
        }
        let tooLong = String(repeating: "a", count: 64)
        for text in ["", "ab", tooLong, "Abc", "a_c", "a/c", "-ab", "ab-", ".ab", "ab.", "äbc"] {
            #expect(S3BucketName(text) == nil)
        }
    }

    @Test("a region has 1 to 64 characters")
    func regions() {
        for text in ["a", "us-east-1", String(repeating: "a", count: 64)] {
            #expect(S3Region(text)?.text == text)
        }
        for text in ["", String(repeating: "a", count: 65), "US", "a/b", "a b", "a\n"] {
            #expect(S3Region(text) == nil)
        }
    }

    @Test("names and keys belong together, with a prefix and without")
    func keys() throws {
        let name = try #require(ObjectName("date/2026-11-20"))
        for (prefix, key) in [(nil, "date/2026-11-20"), ("avviso/it", "avviso/it/date/2026-11-20")] {
            let location = try S3Samples.location(prefix: prefix)
            #expect(location.key(of: name) == key)
            #expect(location.name(ofKey: key) == name)
            #expect(location.keyPrefix(under: name) == "\(key)/")
        }
        let location = try S3Samples.location(prefix: "avviso")
        for key in ["other/a", "avviso", "avviso/", "avvisoa/b", "avviso/a b", "avviso//a", "avviso/../a"] {
            #expect(location.name(ofKey: key) == nil)
        }
    }

    @Test("the longest name under the longest prefix is a key of S3")
    func longestKey() throws {
        let segment = String(repeating: "a", count: 127)
        let prefix = [segment, segment].joined(separator: "/") + "b"
        #expect(prefix.utf8.count == S3Location.maxPrefixLength)
        let name = [segment, segment, segment, segment + "b"].joined(separator: "/")
        #expect(name.utf8.count == ObjectName.maxLength)
        let key = try S3Samples.location(prefix: prefix).key(of: #require(ObjectName(name)))
        #expect(key.utf8.count <= 1024)
    }

    @Test("a key has an identifier and a secret, and white space at the end does not count")
    func credentials() throws {
        let secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
        let read = { (key: String, secret: String) in
            S3Credentials(accessKey: key.utf8, secret: SecretBytes(secret.utf8))
        }
        let found = try #require(read("AKIA\n", "\(secret)\r\n"))
        #expect((found.accessKey, found.secret) == ("AKIA", SecretBytes(secret.utf8)))
        for (key, count) in [("AKI", 8), (String(repeating: "A", count: 128), 256)] {
            #expect(read(key, String(repeating: "s", count: count)) != nil)
        }
        for (key, secret) in [
            ("AK", secret), (String(repeating: "A", count: 129), secret), ("AK IA", secret), ("AK/IA", secret),
            ("", secret), ("AKIA", ""), ("AKIA", "sevensh"), ("AKIA", String(repeating: "s", count: 257)),
            ("AKIA", "two words"), ("AKIA", "zwölf-Zeichen"), ("AKIA\nB", secret),
        ] {
            #expect(read(key, secret) == nil)
        }
    }

    @Test("a key is never printed")
    func silence() throws {
        let credentials = try #require(S3Samples.awsCredentials)
        let signer = S3Signer(credentials: credentials, region: S3Samples.region)
        var printed = ["\(credentials)", String(reflecting: credentials), "\(signer)", String(reflecting: signer)]
        for value in [credentials, signer] as [any Sendable] {
            var text = ""
            dump(value, to: &text)
            printed.append(text)
        }
        #expect(printed.allSatisfy { !$0.contains("wJalr") && !$0.contains("AKIA") })
        // A value that says what it has is found by the same search.
        let control = (credentials.accessKey, String(decoding: credentials.secret.exposedBytes, as: UTF8.self))
        #expect("\(control)".contains("wJalr") && "\(control)".contains("AKIA"))
    }
}
