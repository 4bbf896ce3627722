import Localisation
import PortalSections
import WebPages

extension PageParts {
    /// A text that is shown once. The script adds a button that copies it.
    ///
    /// - Parameter seconds: after these the script leaves the page.
    func once(_ text: String, isLong: Bool = false, seconds: Int64) -> HTML {
        Tag.p(
            .class(isLong ? "code long" : "code"),
            .id("once"),
            .data("copy", say(OnceText.copy)),
            .data("copied", say(OnceText.copied)),
            .data("seconds", "\(seconds)")
        ) { text }
    }
}
