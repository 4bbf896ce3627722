/// Text in an XML document, such as a drawing.
public enum XMLText {
    /// `text` as the content of an element or as an attribute in double quotes.
    public static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
