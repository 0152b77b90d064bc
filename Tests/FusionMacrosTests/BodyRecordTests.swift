import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("The record of a function lists the names and lookups in its body")
    struct BodyRecordTests {
        private func candidates(in body: String) -> Candidates {
            Candidates(Scanner.scan(body), type: "Result", parameters: ["id"])
        }

        @Test(
            "A lookup that is awaited is one of a type that it states, or that its context states",
            arguments: [
                ("A(try await injector.asyncInstance(for: API.self))", ["A", "injector", "0"], ["API"]),
                ("try await Injector.default.asyncInstance()", ["Injector", "0"], ["Result"]),
                ("let a = 1; return try await injector.asyncInstance()", ["injector", "0"], ["Result"]),
                ("let a: API = try await injector.asyncInstance(); return A(a)", ["injector", "0", "A"], ["API"]),
                ("async let a: API = injector.asyncInstance()\nreturn A(await a)", ["injector", "0", "A"], ["API"]),
                ("let a: API? = try? await injector.asyncInstance()", ["injector", "?0"], ["API?"]),
                ("let a: [B] = try await injector.asyncInstances()", ["injector", "?0"], ["[B]"]),
                ("A(try await injector.asyncInstances(for: B.self))", ["A", "injector", "?0"], ["[B]"]),
                ("let f = { return try await injector.asyncInstance() }", ["~injector", "~?"], []),
                ("func f() -> B { return resolveAssert() }; return A(f())", ["?", "A"], []),
                (
                    "let a = try? await injector.asyncInstance(for: A.self)\nlet b = resolveAssert(B.self)",
                    ["injector", "?0", "1"], ["A", "B"]
                ),
            ] as [(String, [String], [String])]
        )
        func awaited(body: String, lines: [String], lookups: [String]) {
            let candidates = candidates(in: body)
            #expect(candidates.lines == lines)
            #expect(candidates.lookups == lookups.map { "((\($0)).self, nil)" })
        }

        @Test(
            "A member of the container counts like a bare name, whatever the container is called",
            arguments: [
                ("self.cart(id: id)", ["cart()"]),
                ("self.cart", ["cart"]),
                ("self.cart.items.cart", ["cart"]),
                ("Container.main.cart", ["cart"]),
                ("Container.default.cart(1)", ["cart()"]),
                ("Fusion.Container.main.cart", ["Fusion", "cart"]),
                ("let main = Container.main; return main.cart", ["cart"]),
                ("let main: Container = .main\nreturn main.cart", ["cart"]),
                ("let me = self\nlet you = me\nreturn you.cart", ["cart"]),
                ("let i = self.injector; return i.instance(for: API.self)", ["0"]),
                ("let i = Injector.default; return i.instance(for: API.self)", ["Injector", "0"]),
                ("self.injector.instance(for: API.self)", ["0"]),
                ("self.resolveAssert(API.self)", ["0"]),
                ("A { [weak self] in self?.cart }", ["A", "~|cart"]),
                ("self[keyPath: \\.cart]", ["cart"]),
                ("Container.main[keyPath: \\Container.cart.items]", ["cart"]),
                // Another container, or one that others get.
                ("A(self)", ["A", "?"]),
                ("A(container: Container.main)", ["A", "?"]),
                ("A(injector)", ["A", "?"]),
                ("Container(parent: self).cart", ["?"]),
                ("let main = id ? self : Container.main", ["|?"]),
                ("self[keyPath: id]", ["?"]),
                ("id.map(\\.cart)", ["?cart"]),
                ("\\Container.cart", ["?cart"]),
                ("other.cart", ["other"]),
            ] as [(String, [String])]
        )
        func members(body: String, expected: [String]) {
            #expect(candidates(in: body).lines == expected)
        }

        @Test(
            "A name is no service where the body or a parameter declares it, and only there",
            arguments: [
                ("id", []),
                ("let cart = 1; return cart", []),
                ("do { let cart = id; use(cart) }; return cart", ["use()", "cart"]),
                ("let cart = cart; return cart", ["cart"]),
                ("let cart = cart\n    .first\nreturn cart", ["cart"]),
                ("let a = 1, cart = 2; return cart", []),
                ("let a: [Int: B<C, D>] = E<F, G>(cart), b = 1; return b", ["E", "F", "G", "cart"]),
                ("if let cart { cart } else { 0 }", ["|cart"]),
                ("if let cart = id { cart } else { 0 }", []),
                ("if let a = id, let cart = a { cart }; return cart", ["|cart"]),
                ("guard let cart = id else { return 0 }\nreturn cart", []),
                ("guard let cart = id else { return cart }\nreturn cart", ["|cart"]),
                ("while let cart = next { use(cart) }; return cart", ["|next", "|use()", "|cart"]),
                ("for cart in carts { use(cart) }; return cart", ["|carts", "|use()", "|cart"]),
                ("switch id { case .a(let cart): cart\ncase .b: cart }", ["|cart"]),
                ("switch id { case .a: let cart = 1; use(cart)\ndefault: cart }", ["|use()", "|cart"]),
                ("if case .some(let cart) = cart { cart }", ["|cart"]),
                ("do { try use() } catch { log(error) }", ["|use()", "|log()"]),
                ("func make(_ cart: Int) -> Int { cart }\nreturn make(cart)", ["cart"]),
                ("cart = 1", []),
                ("id.map { cart in cart }; return cart", ["cart"]),
                ("id.map { [cart = basket] in cart }", ["basket"]),
                ("id.map { (cart: Int) in cart }", ["Int"]),
            ] as [(String, [String])]
        )
        func names(body: String, expected: [String]) {
            #expect(candidates(in: body).lines == expected)
        }

        @Test(
            "A closure runs later if it is a value or the argument of an initializer, and perhaps if it is another one",
            arguments: [
                ("Client { cart }", ["Client", "~cart"]),
                ("make { cart }", ["make()", "|cart"]),
                ("make<A>(cart)", ["make()", "A", "cart"]),
                ("Client(make: { cart })", ["Client", "~cart"]),
                ("Client<A>(1) { cart } onEnd: { basket }", ["Client", "A", "~cart", "~basket"]),
                ("return { cart }", ["~cart"]),
                ("({ cart })", ["~cart"]),
                ("Task { try await cart(1) }", ["Task", "~cart()"]),
                ("Task.detached { cart }", ["Task", "~cart"]),
                ("{ cart }()", ["cart"]),
                ("[1].map { cart($0) }[0]", ["|cart()"]),
                ("id.map({ cart })", ["|cart"]),
                ("let make: () -> Cart = { cart }; return make()", ["|cart"]),
                ("lock.withLock { cart }", ["lock", "|cart"]),
                ("let make = { cart }; return make()", ["|cart"]),
                ("Box({ cart }).value", ["Box", "|cart"]),
                ("Result { try cart() }", ["Result", "|cart()"]),
                ("Dictionary(grouping: id, by: { cart.key($0) })", ["Dictionary", "|cart"]),
                ("Client { id.map { cart } }", ["Client", "~|cart"]),
                // A closure that awaits runs later if nothing awaits it.
                ("queue.add { await cart() }", ["queue", "~cart()"]),
                ("await queue.add { await cart() }", ["queue", "|cart()"]),
                // A provider calls later, unless the body calls the provider.
                ("let p: Provider<A> = injector.instance(); return B(p)", ["injector", "0", "B"]),
                ("let p: Provider<A> = injector.instance(); return p()", ["injector", "0", "?"]),
                ("let p = injector.instance(for: Provider<A>.self); return try p.get()", ["injector", "0", "?"]),
                ("injector.instance(for: Provider<A>.self)()", ["injector", "0", "?"]),
                ("let make = cartProvider; return make(1)", ["cartProvider", "?"]),
            ] as [(String, [String])]
        )
        func closures(body: String, expected: [String]) {
            #expect(candidates(in: body).lines == expected)
        }
    }
#endif
