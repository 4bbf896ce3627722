import ExposurePrimitives
import ImmuniAPI
import Localisation
import ImmuniClient
import ServiceKit
import WebPages
import WireFormat

// Every screen of the app on one page: for designers and translators, and for the checks of texts and contrast.

extension PhonePage {
    func showScreens(_ request: ServiceRequest) async -> ServiceResponse {
        let language = await language(of: request)
        return frame(language, title: PanelText.allScreens.text(in: language)) {
            Tag.h1 { PanelText.allScreens.text(in: language) }
            Tag.p { PanelText.allScreensBody.text(in: language) }
            for platform in [SettingsRequest.Platform.iOS, .android] {
                Tag.h2 { platform == .iOS ? "iPhone" : "Android" }
                Tag.ul(.class("screens"), .lang("en")) {
                    for sample in AppScreen.samples(on: platform) {
                        Tag.li { Tag.a(.href(Self.link(to: sample, platform, language))) { sample.name } }
                    }
                }
            }
        }
    }

    func showScreen(_ request: ServiceRequest) async throws -> ServiceResponse {
        let language = await language(of: request)
        guard let platform = request.parameters.first.flatMap({ SettingsRequest.Platform(rawValue: $0) }),
            let sample = AppScreen.samples(on: platform).first(where: { $0.name == request.parameters.last })
        else {
            throw Refusal.notFound
        }
        let view = ScreenView(
            sample.screen,
            in: language,
            platform: platform,
            now: phone.clock.now(),
            at: .sample
        )
        return frame(language, title: sample.name) {
            Tag.div(.class("phone")) { view.section }
        }
    }

    private func frame(
        _ language: Language,
        title: String,
        @HTMLBuilder content: () -> [HTML]
    ) -> ServiceResponse {
        Page(
            language,
            title: "\(title) – Avviso",
            assets: [Self.icon, Self.style],
            navigation: {
                Tag.a(.class("site"), .href(.page("/"))) { PanelText.toThePhone.text(in: language) }
                Tag.a(.href(.page("/screens"))) { PanelText.allScreens.text(in: language) }
            },
            content: content
        )
        .response()
    }

    private func language(of request: ServiceRequest) async -> Language {
        let phoneLanguage = await phone.parts.system.state.language
        let chosen = request.query?.last { $0.name == "lang" }?.value
        return chosen.flatMap { Language(rawValue: $0) } ?? Language(rawValue: phoneLanguage) ?? .fallback
    }

    private static func link(
        to sample: SampleScreen,
        _ platform: SettingsRequest.Platform,
        _ language: Language
    ) -> PageLink {
        .page(platform == .iOS ? "/screens/ios/" : "/screens/android/", sample.name, query: ["lang": language.tag])
    }
}
