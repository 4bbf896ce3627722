/// The look that all pages share: colours for light and dark, type, forms, focus.
package enum BaseStyle {
    package static let css = PackageResources.base_css
}
