/**
 * Properties draw the same data at every run, so that a landing is judged by its change alone.
 * `SIGHTLINE_TEST_SEED=random npm test` draws new data; a failure prints the seed that repeats it.
 */
import fc from 'fast-check'

const wanted = process.env.SIGHTLINE_TEST_SEED ?? '20261121'

if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) })
