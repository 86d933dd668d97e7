/** Keeps keys and tokens out of texts that came from the service, should it echo them. */

const MARK = '[redacted]'
/** A JSON Web Token or a part of one: base64url that begins as a JSON object does. */
const TOKEN = /eyJ[\w-]{8,}(?:\.[\w-]*)*/g
/** An API key (part 5.2), and whatever follows the word Bearer. */
const KEY = /\bsk-[\w-]+/g
const BEARER = /\bbearer\s+\S+/gi
const TAIL_LENGTH = 4

/** `text` without the given secrets, without anything shaped like one, and at most `max` characters long. */
export function scrub(text: string, secrets: readonly string[], max: number): string {
  let clean = text
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, MARK)
  clean = clean.replace(TOKEN, MARK).replace(KEY, MARK).replace(BEARER, MARK)
  return clean.length > max ? `${clean.slice(0, max)}…` : clean
}

/** The last four characters of a key, by which its owner recognises it; nothing of a key too short to spare them. */
export function tailOf(key: string): string {
  return key.length >= 3 * TAIL_LENGTH ? key.slice(-TAIL_LENGTH) : ''
}
