/** Slack's date tokens: https://docs.slack.dev/messaging/formatting-message-text#date-formatting */
const ordinal = (day: number): string => {
  if (day > 10 && day < 14) return `${day}th`
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`
}

const dayMs = 86_400_000

/** Cached, because creating a formatter takes a hundred times as long as using it, and only a handful are needed. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(
  locale: string,
  zone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, zone, options])
  const before = formatters.get(key)
  if (before !== undefined) return before
  const made = new Intl.DateTimeFormat(locale, zone === undefined ? options : { ...options, timeZone: zone })
  formatters.set(key, made)
  return made
}

/**
 * Fills a Slack date format in the reader's zone. Unknown tokens stay. Returns null for a time outside the calendar.
 * @param seconds Unix time.
 * @param now for “Today” and the like, in Unix milliseconds.
 */
export function formatDate(
  seconds: number,
  format: string,
  { timeZone, now }: { timeZone?: string; now: number },
): string | null {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return null
  const show = (options: Intl.DateTimeFormatOptions) => formatter('en-US', timeZone, options).format(date)
  const isoDay = (at: Date) =>
    formatter('en-CA', timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
  const year = show({ year: 'numeric' })
  const isThisYear = isoDay(date).slice(0, 4) === isoDay(new Date(now)).slice(0, 4)
  const day = Number(show({ day: 'numeric' }))
  const relative = (): string | null => {
    const shown = isoDay(date)
    if (shown === isoDay(new Date(now))) return 'Today'
    if (shown === isoDay(new Date(now - dayMs))) return 'Yesterday'
    return shown === isoDay(new Date(now + dayMs)) ? 'Tomorrow' : null
  }
  const month = (style: 'long' | 'short') => show({ month: style })
  const tokens: Record<string, () => string> = {
    date_num: () => isoDay(date),
    date: () => `${month('long')} ${ordinal(day)}, ${year}`,
    date_short: () => `${month('short')} ${day}, ${year}`,
    date_long: () => `${show({ weekday: 'long' })}, ${month('long')} ${ordinal(day)}, ${year}`,
    date_slash: () => show({ year: 'numeric', month: '2-digit', day: '2-digit' }),
    time: () => show({ hour: 'numeric', minute: '2-digit' }),
    time_secs: () => show({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
    day_divider_pretty: () =>
      relative() ??
      `${show({ weekday: 'long' })}, ${month('long')} ${ordinal(day)}${isThisYear ? '' : `, ${year}`}`,
    ago: () => ago(now - date.getTime()),
  }
  const pretty = (name: string) =>
    name.endsWith('_pretty') && name.startsWith('date')
      ? (relative() ?? tokens[name.slice(0, -'_pretty'.length)]?.())
      : undefined
  return format.replace(/\{([a-z_]{1,30})\}/g, (token, name: string) => {
    const fill = Object.hasOwn(tokens, name) ? tokens[name] : undefined
    return fill?.() ?? pretty(name) ?? token
  })
}

function ago(ms: number): string {
  const relative = new Intl.RelativeTimeFormat('en')
  const minutes = Math.round(-ms / 60_000)
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 48
    ? relative.format(hours, 'hour')
    : relative.format(Math.round(hours / 24), 'day')
}
