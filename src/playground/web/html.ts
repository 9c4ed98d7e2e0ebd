import type { html } from 'hono/html'

/** HTML that `html` of Hono built: what stood in its template is markup, what was put in is escaped. */
export type Html = ReturnType<typeof html>
