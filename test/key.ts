/** Opens what the tests seal. Nobody writes these words by chance: where they stand in a story, the key got out. */
export const KEY = Buffer.from('a key that opens what was sealed')
