/**
 * Properties use the same data in every run, so that a result depends only on the change under test.
 * `SIGHTLINE_TEST_SEED=random npm test` uses new data; a failure prints the seed that repeats it.
 */
import fc from 'fast-check'

const wanted = process.env.SIGHTLINE_TEST_SEED ?? '20261121'

if (wanted !== 'random') fc.configureGlobal({ seed: Number(wanted) })
