// 11:46: error: cannot convert value of type 'String' to specified type 'Int'
// 13:9: error: cannot convert value of type 'String' to specified type 'Int'
// 16:26: error: cannot convert value of type 'String' to specified type 'Int'
// 20:7: error: cannot find 'missing' in scope
// 25:24: error: cannot convert value of type 'String' to specified type 'Int'
// swift-format-ignore-file

import Fusion

extension Container {
    @Service(.singleton) var sameLine: Int = "a"
    @Service var nextLine: Int =
        "a"
    @Service
    var closure: Int = {
        let count: Int = "a"
        return count
    }()
	@Service public	var tabs: Int =
		2 * missing
    @Service var elsewhere: () -> Int = ({
#sourceLocation(file: "Elsewhere.swift", line: 90)
        let one: Int = 1
#sourceLocation()
        let two: Int = "a"
        return one + two
    })
}
