import { createHash } from 'node:crypto'

const longest = 100

/**
 * What a row of a digest's record is found by: names from outside without end, or that a database would change, become
 * their hash. Never empty.
 */
export function recordKey(subject: string): string {
  const fits =
    subject !== '' && subject.length <= longest && subject.isWellFormed() && !subject.includes('\0')
  return fits ? subject : hashed(subject)
}

/** Short, and the same for the same text. */
export function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24)
}
