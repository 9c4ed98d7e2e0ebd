const POSTGRES = /^postgres(ql)?:/i

/** Whether a place names a PostgreSQL database, by its URL; the others are paths of files. */
export const isPostgres = (place: string): boolean => POSTGRES.test(place)
