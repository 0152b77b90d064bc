import Wormer

func bindLifetimes(in injector: Injector) {
    injector.bind((any ImageStore).self, lifetime: .weak, to: .make { LiveImageStore() })
    injector.bind((any RequestNumber).self, lifetime: .scope(.request), to: .make { LiveRequestNumber() })
    injector.bind((any Transaction).self, lifetime: .scope(.request), to: .make { LiveTransaction() })
    injector.bind((any Cart).self, lifetime: .scope(.request), to: .make { LiveCart() })
    injector.bind((any Banner).self, to: .onMainActor { ShortMessage() })
    for _ in 0..<5 {
        injector.contribute(to: (any Plugin).self, lifetime: .singleton, .make { SystemClock() })
    }
}
