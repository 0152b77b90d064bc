import Recipes
import SwiftUI

@main
struct BakeryApp: App {
    init() {
        bindRecipes()
    }

    var body: some Scene {
        WindowGroup {
            Text("The tests run in this app.")
        }
    }
}
