/** Where somebody is, as Slack tells it, which may not know the zone: their calendar, and the language of their Slack. */
export type Whereabouts = { zone: string | undefined; locale?: string }

/** When and where somebody speaks: phrases are read on their calendar. */
export type Moment = Whereabouts & { now: Date }
