/** As many fit into two lines. */
const MAX_THEMES = 10
/** The maximum nesting of lists and objects. */
const MAX_DEPTH = 4

/** Keys that hold the name of a theme. */
const NAME_KEYS = ['theme', 'name', 'title', 'label', 'topic']

/**
 * The themes in a `key_themes`, whose type the specification leaves open (part 2.6): a list of names or of objects
 * with a name, a string (separated by commas, semicolons or line breaks), or an object with the themes as keys or
 * in its lists. Duplicates are dropped, at most ten are kept; anything else is ignored.
 */
export function themesOf(keyThemes: unknown): string[] {
  const themes = new Map<string, string>()
  const texts = typeof keyThemes === 'string' ? listed(keyThemes) : namesIn(keyThemes, MAX_DEPTH)
  for (const theme of texts.map(clean)) {
    const key = theme.toLowerCase()
    // A stringified object is not a theme.
    if (theme !== '' && !key.includes('[object') && !themes.has(key)) themes.set(key, theme)
  }
  return [...themes.values()].slice(0, MAX_THEMES)
}

/** A leading dash, dot or number is a list marker. */
const listed = (text: string) =>
  text.split(/[,;\n]/).map((part) => part.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, ''))

function namesIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, depth - 1))
  const entries = Object.entries(value)
  const name = entries.find(
    ([key, text]) => NAME_KEYS.includes(key.toLowerCase()) && typeof text === 'string',
  )
  if (name !== undefined) return [String(name[1])]
  // `{"pricing": 12}` has the theme as its key; `{"positive": ["pricing"]}` contains it.
  return entries.flatMap(([key, inside]) =>
    Array.isArray(inside) ? namesIn(inside, depth - 1) : inside == null || inside === false ? [] : [key],
  )
}

const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
