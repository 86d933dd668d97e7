/** Formats request and response bodies for display: pretty-printed, secrets masked, shortened. */

const MOST_SHOWN = 20_000
/** Longer bodies are not parsed; only their beginning is shown. */
const MOST_READ = 1_000_000

/** Fields that always hold a secret, whatever the value looks like. */
const SECRET_FIELDS = /^(?:token|\w+_token|secret_key|(?:\w+_)?secret|api_key|password|authorization)$/i
/** API keys, JSON Web Tokens, and Slack's tokens and secrets, anywhere in a text. */
const SECRETS =
  /\bsk-[\w-]{4,}|\beyJ[\w-]{16,}(?:\.[\w-]*)*|\bx(?:ox[a-z]|app|wfp)-[\w-]{3,}|\b[\w-]+-(?:signing-secret|verification-token)\b/g
/** URLs that work without a token. The first characters stay, so that they can be told apart. */
const OPEN_ADDRESSES = /(\/response\/(?:\w+-)?\w{4}|\/upload\/v1\/\w{4}|[?&]ticket=\w{4})[\w-]+/g
/** The secret fields in an unparsed URL or form. */
const NAMED = /\b((?:\w+_)?(?:token|secret)|secret_key|api_key|password)=[^&\s"]+/gi

const mask = (text: string) =>
  text.replace(SECRETS, '***').replace(OPEN_ADDRESSES, '$1***').replace(NAMED, '$1=***')

/** Whether `code` is an OAuth code, which is as secret as a token. The client secret is in the body or a header. */
const isCode = (beside: object) =>
  'client_secret' in beside || 'redirect_uri' in beside || Object.keys(beside).length === 1
const isSecret = (name: string, beside: object) =>
  SECRET_FIELDS.test(name) || (name === 'code' && isCode(beside))

function cut(text: string): string {
  if (text.length <= MOST_SHOWN) return text
  const shown = text.slice(0, MOST_SHOWN).replace(/[\uD800-\uDBFF]$/, '')
  const restLength = text.length - shown.length
  return `${shown}\n\n… ${restLength.toLocaleString('en-US')} more characters not shown.`
}

/** Parses JSON inside a string, as forms send it. Any other value is returned unchanged. */
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

/** A body as text: at most 20,000 characters, then a note about the rest. Empty if there is no body. */
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

/** The text of a URL or title, with secrets masked. */
export const shownTitle = (text: string): string => mask(text).slice(0, 300)
