/** Text in HTML. A plain string is not yet one: `html` makes it so by escaping it. */
export type Html = { readonly html: string }

type Value = string | number | Html | undefined | readonly Html[]

/** Tags a template as HTML: every value put into it is escaped unless it is HTML itself; nothing stands for nothing. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return { html: String.raw({ raw: strings }, ...values.map(asHtml)) }
}

function asHtml(value: Value): string {
  if (value === undefined) return ''
  if (typeof value !== 'object') return escapeHtml(String(value))
  return 'html' in value ? value.html : value.map(asHtml).join('')
}

/** Escapes what HTML reads as markup, in text and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}
