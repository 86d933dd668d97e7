/** Removes keys and tokens from the service's texts, which may echo them. */

const MARK = '[redacted]'
/** A JSON Web Token or part of one: `eyJ` is the start of a JSON object in base64url. */
const TOKEN = /eyJ[\w-]{8,}(?:\.[\w-]*)*/g
/** API keys (part 5.2), and what follows the word Bearer. */
const KEY = /\bsk-[\w-]+/g
const BEARER = /\bbearer\s+\S+/gi
const TAIL_LENGTH = 4

/** Redacts these secrets and everything that looks like one, and cuts the text to `max` characters. */
export function scrub(text: string, secrets: readonly string[], max: number): string {
  let clean = text
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, MARK)
  clean = clean.replace(TOKEN, MARK).replace(KEY, MARK).replace(BEARER, MARK)
  return clean.length > max ? `${clean.slice(0, max)}…` : clean
}

/** The last four characters of a key, by which its owner recognizes it; `''` for a short key. */
export function tailOf(key: string): string {
  return key.length >= 3 * TAIL_LENGTH ? key.slice(-TAIL_LENGTH) : ''
}
