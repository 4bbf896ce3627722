/// Why a page cannot be shown as asked.
enum PortalError: Error {
    /// Too many passwords to check at once.
    case busy
    /// A form without the token of this browser's page.
    case foreignForm
    /// A browser that was led here by another name.
    case foreignName
}
