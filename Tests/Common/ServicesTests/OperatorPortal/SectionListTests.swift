import Localisation
import OperatorStores
import PortalSections
import Testing
import WebPages

@testable import OperatorPortal

@Suite("Sections beside each other")
struct SectionListTests {
    /// A section with one empty page for each of the paths.
    private struct Blank: PortalSection {
        var name = "blank"
        var path: StaticString = "/portal/blank"
        let title: any LocalisedText = StampText.title
        let siteTitle: any LocalisedText = StampText.site
        let roles: Set<OperatorRole> = [.stamper]
        var paths: [StaticString] = ["/portal/blank"]
        var assets: [PageAsset] = []
        var events: Set<OperatorAuditEntry.Event> = []

        var pages: [SectionPage] { paths.map { path in .shown(at: path) { _ in .redirect(.page("/portal")) } } }
    }

    private func error(_ sections: any PortalSection...) -> SectionError? {
        do throws(SectionError) {
            _ = try SectionList(sections)
            return nil
        } catch {
            return error
        }
    }

    @Test("are at least one")
    func none() {
        #expect(error() == .noSection)
        #expect(error(Blank()) == nil)
    }

    @Test("have different names and events, and no event of the shell")
    func taken() {
        let other = Blank(name: "other", path: "/portal/other", paths: ["/portal/other"], events: [.stamped])
        #expect(error(Blank(events: [.noted]), other) == nil)
        #expect(error(Blank(), Blank()) == .nameTaken("blank"))
        #expect(error(Blank(events: [.stamped]), other) == .eventTaken("stamped", section: "other"))
        for event in OperatorAuditEntry.Event.ofAccounts {
            #expect(error(Blank(events: [event])) == .eventTaken(event.rawValue, section: "blank"))
        }
    }

    @Test(
        "keep to their own paths",
        arguments: [
            ("/portal/blank", ["/portal/blank", "/portal/blank/more"], nil),
            ("/portal", ["/portal", "/portal/more"], nil),
            ("/portal/blank", ["/portal/blank", "/portal/blanks"], "/portal/blanks"),
            ("/portal/blank", ["/portal/blank", "/portal"], "/portal"),
            ("/portal", ["/portal", "/portal/sign-in"], "/portal/sign-in"),
            ("/portal", ["/portal", "/portal/sign-out"], "/portal/sign-out"),
            ("/portal", ["/portal", "/portal/password"], "/portal/password"),
            ("/portal", ["/portal", "/portal/script.js"], "/portal/script.js"),
            ("/portal", ["/portal", "/health"], "/health"), ("/", ["/"], "/"), ("/portals", ["/portals"], "/portals"),
        ] as [(StaticString, [StaticString], String?)]
    )
    func paths(path: StaticString, paths: [StaticString], foreign: String?) {
        #expect(error(Blank(path: path, paths: paths)) == foreign.map { .foreignPath($0, section: "blank") })
    }

    @Test("keep their assets there as well")
    func assets() {
        let sheet = PageAsset(.style, at: "/portal/stamps.css", [])
        #expect(error(Blank(assets: [sheet])) == .foreignPath("/portal/stamps.css", section: "blank"))
    }

    @Test("have a page at their own path, for the navigation")
    func firstPage() {
        #expect(error(Blank(paths: ["/portal/blank/more"])) == .noFirstPage(section: "blank"))
    }

    @Test("of one role are shown in their order")
    func order() throws {
        let other = Blank(name: "other", path: "/portal/other", paths: ["/portal/other"])
        let list = try SectionList([other, Blank()])
        #expect(list.visible(to: [.stamper]).map(\.name) == ["other", "blank"])
        #expect(list.visible(to: [.counter]).isEmpty && list.visible(to: []).isEmpty)
    }
}
