package import WireFormat

/// A request of a signed-in operator to a page of a section.
package struct SectionRequest: Sendable {
    package let session: SectionSession
    /// Writes texts and forms for this request.
    package let parts: PageParts
    /// The fields of the form; nil for a GET.
    package let fields: FormFields?
    package let query: [(name: String, value: String)]

    package init(
        session: SectionSession,
        parts: PageParts,
        fields: FormFields?,
        query: [(name: String, value: String)]
    ) {
        self.session = session
        self.parts = parts
        self.fields = fields
        self.query = query
    }
}
