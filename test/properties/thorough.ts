/**
 * Set by the nightly workflow. Tests that repeat one statement over many cases take all of them then, and otherwise as many
 * as it takes to see each kind: a landing is judged within minutes.
 */
export const isThorough = process.env.SIGHTLINE_TEST_THOROUGH === '1'
