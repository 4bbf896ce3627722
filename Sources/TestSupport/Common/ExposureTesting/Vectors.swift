import Foundation

/// Our own test vectors, in `Tests/Vectors` of the package; the README there names the source of each file.
package enum Vectors {
    /// Decodes a JSON file, for example `crypto.json`; keys in snake case become properties in camel case.
    package static func decode<Content: Decodable>(_ type: Content.Type, from path: String) throws -> Content {
        try VectorFile.decode(type, from: RepositoryFolder.url.appending(path: "Tests/Vectors/\(path)"))
    }
}

/// The form of all JSON files of vectors.
enum VectorFile {
    static func decode<Content: Decodable>(_ type: Content.Type, from url: URL) throws -> Content {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(type, from: Data(contentsOf: url))
    }
}
