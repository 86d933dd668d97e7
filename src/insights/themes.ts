/** Limits: themes that fit into two lines, and characters of one theme. */
const MAX_THEMES = 10
const MAX_LENGTH = 80
/** The maximum nesting of lists and objects. */
const MAX_DEPTH = 4

/** Keys that hold the name of a theme. */
const NAME_KEYS = ['theme', 'name', 'title', 'label', 'topic']

/**
 * The themes in a `key_themes`, whose type the specification leaves open (part 2.6): a list of names or of objects
 * with a name, a string (separated by commas, semicolons or line breaks), or an object with the themes as keys or
 * in its lists. Duplicates are dropped, at most ten are kept, long ones are shortened; anything else is ignored.
 */
export function themesOf(keyThemes: unknown): string[] {
  const themes = new Map<string, string>()
  const texts = typeof keyThemes === 'string' ? ofText(keyThemes) : ofValue(keyThemes, MAX_DEPTH)
  for (const text of texts) {
    const theme = clean(text)
    const key = theme.toLowerCase()
    // A stringified object is not a theme.
    if (theme !== '' && !key.includes('[object') && !themes.has(key)) themes.set(key, theme)
    if (themes.size === MAX_THEMES) break
  }
  return [...themes.values()]
}

function* ofText(text: string): Generator<string> {
  const parsed = jsonIn(text)
  if (parsed !== undefined) yield* ofValue(parsed, MAX_DEPTH)
  // A leading dash, dot or number is a list marker.
  else for (const part of text.split(/[,;\n]/)) yield part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
}

/** A list or object encoded as a string. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function* ofValue(value: unknown, depth: number): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value !== 'object' || value === null || depth === 0) return
  if (Array.isArray(value)) {
    for (const item of value) yield* ofValue(item, depth - 1)
    return
  }
  const entries = Object.entries(value)
  const name = entries.find(
    ([key, text]) => NAME_KEYS.includes(key.toLowerCase()) && typeof text === 'string',
  )
  if (name !== undefined) yield String(name[1])
  else for (const [key, inside] of entries) yield* ofEntry(key, inside, depth - 1)
}

/** `{"pricing": 12}` has the theme as its key; `{"positive": ["pricing"]}` and `{"themes": …}` contain it. */
function* ofEntry(key: string, inside: unknown, depth: number): Generator<string> {
  const isWrapper = /^(key_?)?themes$/i.test(key) && typeof inside === 'object'
  if (Array.isArray(inside) || isWrapper) yield* ofValue(inside, depth)
  else if (inside !== null && inside !== undefined && inside !== false) yield key
}

function clean(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const letters = Array.from(line)
  return letters.length > MAX_LENGTH
    ? `${letters
        .slice(0, MAX_LENGTH - 1)
        .join('')
        .trimEnd()}…`
    : line
}
