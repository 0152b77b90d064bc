// accepted
// The errors of these functions need no cast.
import Wormer

protocol API {}

func reasons(in injector: Injector, _ provider: Provider<any API>) -> [InjectionError.Reason] {
    var reasons: [InjectionError.Reason] = []
    do { _ = try injector.throwingInstance(for: API.self) } catch { reasons.append(error.reason) }
    do { _ = try injector.throwingInstance(named: "api") as any API } catch { reasons.append(error.reason) }
    do { _ = try injector.throwingInstances(for: API.self) } catch { reasons.append(error.reason) }
    do { _ = try provider.get() } catch { reasons.append(error.reason) }
    return reasons
}
