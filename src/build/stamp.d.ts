export function stampOf(house: string): string
