import type { Interactive, Option } from '../src/playground/block-schema.ts'
import { choicesOf } from '../src/playground/controls.ts'
import { type Driver, elementsIn, labelOf, type Target } from '../src/playground/driver.ts'
import type { Playground } from '../src/playground/local-slack.ts'
import { inputsOf, type OpenView } from '../src/playground/modals.ts'

/** The item with this label, else the first whose label begins with it, ignoring case. */
function find<T>(items: T[], labelOf: (item: T) => string, words: string): T {
  const match =
    items.find(item => labelOf(item) === words) ??
    items.find(item => labelOf(item).toLowerCase().startsWith(words.toLowerCase()))
  if (match) return match
  throw new Error(`nothing begins with "${words}"; there is: ${items.map(labelOf).join(', ')}`)
}

/** Uses buttons, calendars and fields of a person's messages and forms by the first words of their labels. */
export function byLabel({ workspace }: Playground, driver: Driver) {
  const openView = (): OpenView => {
    if (!driver.view) throw new Error(`${driver.name} has no view open`)
    return driver.view
  }

  const use = async (target: Target, type: Interactive['type'], words: string, day = '') => {
    const elements = elementsIn(driver.current(target).blocks).filter(({ element }) => element.type === type)
    const { block_id, element } = find(elements, labelOf, words)
    return driver.use(target, { block: block_id, action: element.action_id }, [day])
  }

  const inputIn = (view: OpenView, words: string) => {
    const { block_id, element, label } = find(inputsOf(view), ({ label }) => label.text, words)
    return { element, label: label.text, ids: { block: block_id, action: element.action_id } }
  }

  const options = (view: OpenView, label: string, typed: string): Promise<Option[]> =>
    driver.suggest(view, inputIn(view, label).ids, typed)

  return {
    press: (target: Target, words: string) => use(target, 'button', words),
    /** Picks a day (YYYY-MM-DD) in the datepicker whose placeholder begins with `words`. */
    pickDay: (target: Target, words: string, day: string) => use(target, 'datepicker', words, day),
    /** The app's options of an external select for the typed text. */
    options,
    /** Fills fields of the open view; an empty string clears a field. */
    async fill(values: Record<string, string>): Promise<void> {
      for (const [words, value] of Object.entries(values)) {
        const view = openView()
        const { element, label, ids } = inputIn(view, words)
        const isText = element.type === 'plain_text_input' || element.type === 'number_input'
        const choose = async () => {
          const isExternal = element.type === 'external_select'
          const choices = isExternal ? await options(view, label, value) : choicesOf(element, workspace)
          const bare = (text: string) => text.replace(/^#/, '')
          return find(choices, ({ text }) => bare(text.text), bare(value)).value
        }
        await driver.enter(view, ids, [isText || value === '' ? value : await choose()])
      }
    },
  }
}
