// React's development build makes a task of the console and a mark on the time line for every element and render, for a
// profiler that nobody has opened here: a fifth of what the tests of panels cost. It looks for both when it is imported.
Reflect.deleteProperty(console, 'createTask')
Reflect.deleteProperty(console, 'timeStamp')
