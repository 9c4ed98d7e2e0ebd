import { Idiomorph } from 'idiomorph'

export { Idiomorph }
