/// The style of all pages.
package enum BaseStyle {
    /// Colours for light and dark, type, forms, focus.
    package static let css = PackageResources.base_css
    /// The sign of Avviso, for the browser's tab.
    package static let icon = PackageResources.icon_svg
}
