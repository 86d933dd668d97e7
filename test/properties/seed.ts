/**
 * Properties use the same data in every run, so that a result depends only on the change under test.
 * `SIGHTLINE_TEST_SEED=random npm test` uses new data; the command that repeats a failure has the seed.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.SIGHTLINE_TEST_SEED ?? '20261121') })
