import AnalyticsStores
package import SQLiteEngine

extension FileClaim: AuthorisationClaim {}
