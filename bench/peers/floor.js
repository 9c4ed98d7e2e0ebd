import { serveBarely } from './barely.js'

/** The floor that everything is measured by. */

serveBarely()
