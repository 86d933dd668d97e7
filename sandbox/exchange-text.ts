/** Formats bodies for people: pretty-printed, with secrets masked, and shortened. */

const MOST_SHOWN = 20_000
/** Longer bodies are not parsed; only their beginning is shown. */
const MOST_READ = 1_000_000

/** Fields that hold a secret, whatever it looks like. */
const SECRET_FIELDS = /^(?:token|\w+_token|secret_key|(?:\w+_)?secret|api_key|password|authorization)$/i
/** API keys, JSON Web Tokens, Slack's tokens and secrets, wherever they stand. */
const SECRETS =
  /\bsk-[\w-]{4,}|\beyJ[\w-]{16,}(?:\.[\w-]*)*|\bx(?:ox[a-z]|app|wfp)-[\w-]{3,}|\b[\w-]+-(?:signing-secret|verification-token)\b/g
/** Addresses that whoever knows them may use. Their beginning stays, to tell one from another. */
const OPEN_ADDRESSES = /(\/response\/(?:\w+-)?\w{4}|\/upload\/v1\/\w{4}|[?&]ticket=\w{4})[\w-]+/g
/** The same fields in an unparsed address or form. */
const NAMED = /\b((?:\w+_)?(?:token|secret)|secret_key|api_key|password)=[^&\s"]+/gi

const mask = (text: string) =>
  text.replace(SECRETS, '***').replace(OPEN_ADDRESSES, '$1***').replace(NAMED, '$1=***')

/** The code of an installation is good for a token, together with the client secret beside it or in the header. */
const isCode = (beside: object) =>
  'client_secret' in beside || 'redirect_uri' in beside || Object.keys(beside).length === 1
const isSecret = (name: string, beside: object) =>
  SECRET_FIELDS.test(name) || (name === 'code' && isCode(beside))

function cut(text: string): string {
  if (text.length <= MOST_SHOWN) return text
  const shown = text.slice(0, MOST_SHOWN).replace(/[\uD800-\uDBFF]$/, '')
  const restLength = text.length - shown.length
  return `${shown}\n\n… and ${restLength.toLocaleString('en-US')} more characters, which are not shown here.`
}

/** JSON within a string, as forms carry it; the string itself where it holds none. */
function unfold(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const unfoldFields = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, unfold(field)]))
    : value

/** A body as text, 20,000 characters at most and then a note in words. Empty for no body. */
export function shownBody(body: unknown): string {
  if (body === undefined || body === null || body === '') return ''
  if (Buffer.isBuffer(body)) return `(${body.length.toLocaleString('en-US')} bytes)`
  if (typeof body === 'string' && body.length > MOST_READ) return cut(mask(body))
  const value = unfoldFields(unfold(body))
  if (typeof value === 'string') return cut(mask(value))
  const masked = JSON.stringify(
    value,
    function (this: object, name, field) {
      return typeof field === 'string' && isSecret(name, this) ? '***' : field
    },
    2,
  )
  return cut(mask(masked))
}

/** Text of an address or a title, with secrets masked. */
export const shownTitle = (text: string): string => mask(text).slice(0, 300)
