import { describe, expect, it } from 'vitest'
import { stories } from '../stories.ts'

const story = stories()

/** Returns the changes as sent to the service. */
const changes = () => story().wire.sent()

const orderRequest = (...new_sorted_list: string[]) => ({
  action: 'update_order',
  body: { org_id: '1001', plan_id: '1', new_sorted_list },
})

/** Lets the service list `count` resources, and accept any order. */
function respondWithResources(count: number, first = 1) {
  const resources = Array.from({ length: count }, (_, at) => ({
    resource_id: `i-${at + first}`,
    resource_name: `app ${at + first}`,
  }))
  story().wire.respondWith('describe_plan', { plan: { resources } })
  story().wire.respond('update_order', { status: 200 })
}

/** The rows of a form, without their buttons. */
const rows = (form: string | undefined) => form?.split('\n').filter(line => /^\d+\. /.test(line))

describe('the order of resources', () => {
  it('has buttons to move each row, and is sent on submission', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift resource order web-prod')
    expect(ana.form).toBe(
      [
        '# Order resources',
        'Plan: web-prod',
        '1. *web-db*',
        '[Down]',
        '2. *web-cache*',
        '[Up] [Down] [Top]',
        '3. *web-app-1*',
        '[Up] [Down] [Top]',
        '4. *web-app-2*',
        '[Up] [Top]',
        '[Save order] [Cancel]',
      ].join('\n'),
    )
    await ana.pressesInForm('Down')
    await ana.pressesInForm('Up')
    expect(rows(ana.form)?.[0]).toBe('1. *web-db*')
    await ana.submits()
    expect(ana.form).toContain('You have not changed anything yet, so nothing was sent.')
    await ana.pressesInForm('Down')
    expect(rows(ana.form)).toEqual([
      '1. *web-cache* (was 2)',
      '2. *web-db* (was 1)',
      '3. *web-app-1*',
      '4. *web-app-2*',
    ])
    expect(story().wire.changes()).toEqual([])
    await ana.submits()
    expect(changes()).toEqual([orderRequest('res-12', 'res-11', 'res-13', 'res-14')])
    expect(story().channel()).toEqual([
      [
        `${ana.mention} reordered the resources of *web-prod*: web-cache, web-db, web-app-1, web-app-2`,
        '[Undo] [Resources] [Show plan]',
      ].join('\n'),
    ])
    await ana.types('/dayshift resource web-prod')
    expect(rows(ana.reads().at(-1))?.[0]).toBe('1. *web-cache* (res-12)')
  })

  it('is restored by Undo with the token of the person who presses it', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift resource order web-prod')
    await ana.pressesInForm('Down')
    await ana.submits()
    await story().person('Bo').presses('Undo')
    expect(changes()).toEqual([
      orderRequest('res-12', 'res-11', 'res-13', 'res-14'),
      orderRequest('res-11', 'res-12', 'res-13', 'res-14'),
    ])
    expect(story().wire.changes().at(-1)?.token).toBe(story().tokenOf('Bo'))
    expect(story().channel()[1]).toContain(
      `${story().person('Bo').mention} undid that, and reordered the resources of *web-prod*: web-db, web-cache`,
    )
  })

  it('has pages, and the page follows a moved row', async () => {
    respondWithResources(300)
    const ana = story().person('Ana')
    await ana.types('/dayshift resource order web-prod')
    expect(ana.form).toContain('Page 1 of 25, 300 resources in all.')
    expect(rows(ana.form)).toHaveLength(12)
    for (let page = 2; page <= 25; page += 1) await ana.pressesInForm('Next page')
    expect(rows(ana.form)?.at(-1)).toBe('300. *app 300*')
    await ana.pressesInForm('Up')
    expect(ana.form).toContain('Page 24 of 25')
    expect(rows(ana.form)?.at(-1)).toBe('288. *app 289* (was 289)')
    await ana.pressesInForm('Top')
    expect(ana.form).toContain('Page 1 of 25')
    expect(rows(ana.form)?.slice(0, 2)).toEqual(['1. *app 277* (was 277)', '2. *app 1* (was 1)'])
    await ana.submits()
    const places = Array.from({ length: 300 }, (_, at) => at + 1).filter(place => place !== 277)
    const [before, after] = [places.filter(place => place < 288), places.filter(place => place > 289)]
    const list = [277, ...before, 289, 288, ...after].map(place => `i-${place}`)
    expect(changes()).toEqual([orderRequest(...list)])
    expect(story().channel()[0]).toContain('app 277, app 1, app 2, app 3')
    expect(story().channel()[0]).toContain('app 9 and 290 more')
  })

  it('is not sent over a later change, and can be shown anew', async () => {
    const ana = story().person('Ana')
    await ana.types('/dayshift resource order web-prod')
    await ana.pressesInForm('Down')
    const bo = story().person('Bo')
    await bo.types('/dayshift resource remove web-prod web-app-2')
    await bo.submits()
    await ana.submits()
    expect(ana.form).toContain(
      'Someone else has changed the resources of *web-prod* meanwhile, so nothing was done.',
    )
    expect(changes().map(({ action }) => action)).toEqual(['delete_resource'])
    await ana.pressesInForm('Down')
    expect(ana.form).toContain('The resources were changed meanwhile. This is their order now.')
    expect(rows(ana.form)).toEqual(['1. *web-db*', '2. *web-cache*', '3. *web-app-1*'])
    await ana.pressesInForm('Down')
    await ana.submits()
    expect(changes().at(-1)).toEqual(orderRequest('res-12', 'res-11', 'res-13'))
  })
})
