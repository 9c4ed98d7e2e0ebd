/** The encryption key of the tests. Its text is unique, so that a story finds it wherever the key leaks. */
export const KEY = Buffer.from('a key that opens what was sealed')
