/**
 * Set by the nightly workflow. Tests with many cases then run all of them. Otherwise they run only enough to see each kind,
 * so that a change is checked within minutes.
 */
export const isThorough = process.env.SIGHTLINE_TEST_THOROUGH === '1'
