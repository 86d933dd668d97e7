/** Countries and regions, as people write them. No report can be filtered by country. */
export const countryNames: ReadonlySet<string> = new Set(
  `germany france uk england britain scotland wales ireland usa america spain portugal italy austria switzerland netherlands holland belgium
luxembourg denmark sweden norway finland poland czechia hungary romania greece turkey ukraine russia canada mexico brazil argentina chile colombia
peru australia japan china india korea singapore indonesia malaysia philippines thailand vietnam israel egypt morocco nigeria kenya kuwait bahrain
emea dach apac latam europe nordics benelux asia africa`.split(/\s+/u),
)
