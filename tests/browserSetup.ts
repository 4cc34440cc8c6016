// React's development build creates a console task and a timeline mark for every element and render. The tests need no
// profiler, and both cost a fifth of the panel tests' time. React checks for both on import.
Reflect.deleteProperty(console, 'createTask')
Reflect.deleteProperty(console, 'timeStamp')
