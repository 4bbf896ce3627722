/// Texts of people who want to change a page. Every page must show them as text.
package enum HostileText {
    package static let all = [
        #""><script>alert(1)</script>"#, "'--></p><img src=x onerror=alert(1)>", "</main></body>", "&quot;&lt;",
        "{character}", "\u{0}\u{202E}<", "javascript:alert(1)", "\"\n autofocus onfocus=\"x",
    ]
}

extension PageReader {
    /// The elements and texts of a page without their content. It stays the same if a text is shown as text.
    package static func shape(of page: String) throws -> [String] {
        try read(Array(page.utf8)).flatMap(\.shape)
    }
}
