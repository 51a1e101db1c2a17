// Composition root of the program.
export {}
