export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The inverse of `capitalize`. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
