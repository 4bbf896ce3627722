/// The reason why a page cannot be shown as requested.
enum PortalError: Error {
    /// Too many passwords wait to be checked.
    case busy
    /// A form without the token of this browser's page.
    case foreignForm
    /// A browser that another name led here.
    case foreignName
}
