// error: 'resolveAssert()' is unavailable: State the type: 'resolveAssert(Service.self)'.
// error: 'resolveThrowing()' is unavailable: State the type: 'resolveThrowing(Service.self)'.
// error: 'throwingInstance()' is unavailable: State the type: 'throwingInstance(for: Interface.self)'.
// error: extra argument 'of' in call
// error: generic parameter 'P' could not be inferred
// error: generic parameter 'Service' could not be inferred
import Fusion
import Wormer

protocol API {}

func request(_ injector: Injector, _ container: Container) async throws {
    let first = injector.instance()
    let second = injector.instance(of: API.self)
    let third = injector.safeInstance()
    let fourth = try injector.throwingInstance()
    let fifth = try await injector.asyncInstance()
    let sixth = container.resolveAssert()
    let seventh = try container.resolveThrowing()
    let eighth = Container.resolveAssert()
    let ninth = try Container.resolveThrowing()
    let tenth = container.resolve()
}
