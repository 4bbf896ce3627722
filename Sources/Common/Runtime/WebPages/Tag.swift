/// The elements of our pages. There is no `style`, and `script` has no content: both come from files.
package struct Tag: Hashable, Sendable {
    let name: String
    /// Whether the element has neither content nor an end tag (HTML, 13.1.2).
    let isVoid: Bool

    private init(_ name: String, isVoid: Bool = false) {
        self.name = name
        self.isVoid = isVoid
    }

    /// The element with its attributes and content. A void element ignores its content.
    package func callAsFunction(_ attributes: Attribute..., @HTMLBuilder content: () -> [HTML] = { [] }) -> HTML {
        .element(self, attributes, content())
    }

    static let html = Tag("html")
    static let head = Tag("head")
    static let body = Tag("body")
    static let title = Tag("title")
    static let meta = Tag("meta", isVoid: true)
    static let link = Tag("link", isVoid: true)
    /// The element `script`. Only ``Page`` makes it, with a file and without content.
    static let script = Tag("script")
    static let noscript = Tag("noscript")

    package static let header = Tag("header")
    package static let nav = Tag("nav")
    package static let main = Tag("main")
    package static let footer = Tag("footer")
    package static let section = Tag("section")
    package static let aside = Tag("aside")
    package static let div = Tag("div")
    package static let h1 = Tag("h1")
    package static let h2 = Tag("h2")
    package static let h3 = Tag("h3")
    package static let p = Tag("p")
    package static let span = Tag("span")
    package static let strong = Tag("strong")
    package static let a = Tag("a")
    package static let ul = Tag("ul")
    package static let ol = Tag("ol")
    package static let li = Tag("li")
    package static let dl = Tag("dl")
    package static let dt = Tag("dt")
    package static let dd = Tag("dd")
    package static let details = Tag("details")
    package static let summary = Tag("summary")
    package static let caption = Tag("caption")
    package static let table = Tag("table")
    package static let thead = Tag("thead")
    package static let tbody = Tag("tbody")
    package static let tr = Tag("tr")
    package static let th = Tag("th")
    package static let td = Tag("td")
    package static let form = Tag("form")
    package static let label = Tag("label")
    package static let fieldset = Tag("fieldset")
    package static let legend = Tag("legend")
    package static let input = Tag("input", isVoid: true)
    package static let select = Tag("select")
    package static let option = Tag("option")
    package static let button = Tag("button")
    package static let output = Tag("output")
    package static let progress = Tag("progress")
    package static let svg = Tag("svg")
    /// A line or an area of a drawing.
    package static let path = Tag("path")
    package static let br = Tag("br", isVoid: true)
}
