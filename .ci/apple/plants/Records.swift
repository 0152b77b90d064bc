// A record in another section than the one that CWormer reads.

import Fusion

enum Planted {
    @section("__DATA,wormer_services")
    @used
    static let record: Fusion._ServiceRecord = (1, { _ in })
}
