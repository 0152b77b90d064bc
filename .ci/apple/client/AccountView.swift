// Views of a client, compiled with the stand-ins for SwiftUI and Combine.

import Fusion
import SwiftUI

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @Observable final class Account { var name = "" }

@MainActor final class Settings: ObservableObject { @Published var isLoud = false }

extension Container {
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @MainActor @Service var account = Account()
    @MainActor @Service var settings = Settings()
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct AccountView: View {
    @InjectState(\.account) private var account
    var body: some View { TextField(account.name, text: $account.name) }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
struct SettingsView: View {
    @InjectObject(\.settings) private var settings
    var body: some View { Text(settings.isLoud ? "loud" : "quiet") }
}

struct Window: View {
    @Environment(\.container) private var parent
    @State private var container = Container()
    var body: some View { Text("\(parent === container)").container(container) }
}
