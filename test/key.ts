/** The encryption key of the tests. Its text occurs nowhere else: where a story finds it, the key leaked. */
export const KEY = Buffer.from('a key that opens what was sealed')
