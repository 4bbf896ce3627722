package import Localisation
package import WebPages
package import WireFormat

/// A page of a section, or the receiver of one of its forms.
package struct SectionPage: Sendable {
    /// Answers one request of an operator who may see the section.
    ///
    /// It throws a ``SectionRefusal`` to refuse. Any other error is a failure of the server.
    package typealias Handler = @Sendable (SectionRequest) async throws -> SectionAnswer

    package let method: Endpoint.Method
    package let path: StaticString
    package let handler: Handler

    /// A page that a link or an address opens.
    package static func shown(at path: StaticString, _ handler: @escaping Handler) -> SectionPage {
        SectionPage(method: .get, path: path, handler: handler)
    }

    /// The receiver of a form of ``PageParts/form(to:content:)``. The shell has checked that the form came from this
    /// session.
    package static func received(at path: StaticString, _ handler: @escaping Handler) -> SectionPage {
        SectionPage(method: .post, path: path, handler: handler)
    }
}

/// A section's answer to a request.
package enum SectionAnswer: Sendable {
    /// - Parameter retryAfter: seconds after which the same may succeed; nil if nobody knows.
    case page(SectionContent, status: Int = 200, retryAfter: Int64? = nil)
    /// The browser opens another page, by GET.
    case redirect(PageLink)
}

/// The content of a section's page. The shell adds the frame.
package struct SectionContent: Sendable {
    package let title: any LocalisedText
    /// Seconds after which browsers without scripts reload the page; nil for never.
    package let refresh: Int64?
    package let content: [HTML]

    package init(_ title: any LocalisedText, refresh: Int64? = nil, @HTMLBuilder content: () -> [HTML]) {
        self.title = title
        self.refresh = refresh
        self.content = content()
    }
}

/// A section's refusal of a request. The shell shows it in its frame, with the way back.
package struct SectionRefusal: Error {
    /// The HTTP status, 400 to 499.
    package let status: Int
    package let explanation: any LocalisedText

    package init(_ explanation: any LocalisedText, status: Int) {
        self.status = status
        self.explanation = explanation
    }
}
