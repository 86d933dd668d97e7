/**
 * What secrets look like. A key, token or password that a test uses has to have one of these shapes: only then is it
 * noticed where it must not stand.
 */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'an API key': /\bsk-[A-Za-z0-9][\w-]{3,}/g,
  // Also without its first part: the second one begins alike.
  'a JSON Web Token': /\beyJ[\w-]{16,}(?:\.[\w-]+)*/g,
  // Whatever the token is made of; a word without a digit is one.
  'an authorization header': /\bbearer\s+(?=\S*\d)[\w.~+/-]+/gi,
  'a Slack token': /\bx(?:ox[a-z]|app)-[\w-]{3,}/g,
  'a signing secret': /\b\w+-(?:signing-secret|verification-token)\b/g,
  // Not the advice how an address is written.
  'a password in an address': /\b[a-z]+:\/\/[^\s:/@]*:(?!password@)[^\s/@]+@/g,
}

export interface FoundSecret {
  /** As `an API key`. */
  readonly what: string
  readonly text: string
}

/** Everything in a text that looks like a secret. */
export function secretsIn(text: string): readonly FoundSecret[] {
  return Object.entries(SHAPES).flatMap(([what, shape]) =>
    [...text.matchAll(shape)].map(([secret]) => ({ what, text: secret })),
  )
}

/** The text with the beginning of each secret left to find it by. */
export function masked(text: string): string {
  return secretsIn(text)
    .toSorted((a, b) => b.text.length - a.text.length)
    .reduce((clean, { text: secret }) => clean.replaceAll(secret, `${secret.slice(0, 6)}█`), text)
}
