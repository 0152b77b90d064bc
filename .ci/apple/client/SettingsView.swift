// Views of a client, compiled with the stand-ins for SwiftUI and Combine.

import Fusion
import SwiftUI

@MainActor final class Settings: ObservableObject { @Published var isLoud = false }

extension Container {
    @MainActor @Service var settings = Settings()
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
