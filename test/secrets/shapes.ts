/**
 * What secrets look like. Keys, tokens and passwords in tests must have one of these shapes, so that they are noticed in
 * the wrong place.
 */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'an API key': /\bsk-[A-Za-z0-9][\w-]{3,}/g,
  // Even without its first part: the second one starts the same way.
  'a JSON Web Token': /\beyJ[\w-]{16,}(?:\.[\w-]+)*/g,
  // For any kind of token; a word without a digit isn't one.
  'an authorization header': /\bbearer\s+(?=\S*\d)[\w.~+/-]+/gi,
  'a Slack token': /\bx(?:ox[a-z]|app)-[\w-]{3,}/g,
  'a signing secret': /\b\w+-(?:signing-secret|verification-token)\b/g,
  // Except the advice on how to write an address.
  'a password in an address': /\b[a-z]+:\/\/[^\s:/@]*:(?!password@)[^\s/@]+@/g,
}

export interface FoundSecret {
  /** For example `an API key`. */
  readonly what: string
  readonly text: string
}

/** Everything in a text that looks like a secret. */
export function secretsIn(text: string): readonly FoundSecret[] {
  return Object.entries(SHAPES).flatMap(([what, shape]) =>
    [...text.matchAll(shape)].map(([secret]) => ({ what, text: secret })),
  )
}

/** The text with only the first characters of each secret, to find it by. */
export function masked(text: string): string {
  return secretsIn(text)
    .toSorted((a, b) => b.text.length - a.text.length)
    .reduce((clean, { text: secret }) => clean.replaceAll(secret, `${secret.slice(0, 6)}█`), text)
}
