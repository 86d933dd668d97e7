/** The first sentence of an answer about figures: it answers what was asked, about its subject. Plain, unescaped text. */

import { nameKey } from '../../lib/strings.ts'
import { type Asked, ofAll } from '../../model/question.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import { isUnjudged, missingSentences, passedNow } from '../kit/change-copy.ts'
import {
  againstWords,
  changeInSentence,
  counted,
  isNumber,
  type MetricForm,
  metricForms,
  names,
  ordinal,
  shareOfVoiceForm,
  valueWords,
  visibilityForm,
  whenWords,
} from '../kit/formats.ts'
import { capital, compact, engineName } from '../kit/text.ts'
import { gapBetween, gapWords, moved, nameOf, ownFirstSentence, place, toldOf } from './headline-copy.ts'

/** @returns `null`: the report's own headline answers it */
export function answerSentence(report: VisibilityReport, asked: Asked = {}): string | null {
  if (report.headline.kind === 'no_data' || report.isFraction) return null
  const { rivals, unknown } = brandsAskedFor(report)
  const metric = metricForms.find(({ key }) => key === asked.metric) ?? visibilityForm
  // The named brands say nothing about all of them.
  const relation = report.brands.length > 0 && ofAll.has(asked.relation) ? undefined : asked.relation
  const sentence =
    unknown.length > 0 && rivals.length === 0
      ? unknownBrands(unknown, report)
      : answer(report, relation, rivals, metric)
  return sentence && [...missingSentences(report), sentence].join(' ')
}

/** The brands of a question besides the own one, in its order, and those that the service doesn't know. */
export function brandsAskedFor({ brands, standings }: VisibilityReport) {
  const found = brands.map((brand) => standings.find((one) => nameKey(one.brand) === nameKey(brand)))
  return {
    rivals: found.filter((one) => one !== undefined).filter(({ mine }) => !mine),
    unknown: brands.filter((_, index) => found[index] === undefined),
  }
}

function answer(
  report: VisibilityReport,
  relation: Asked['relation'],
  rivals: readonly BrandStanding[],
  metric: MetricForm,
): string | null {
  const { own } = report
  const [rival] = rivals
  const subject = rivals.length === 1 && rival !== undefined ? rival : own
  // Who passed whom, and who clearly rose or fell, is only told by visibility.
  if (relation === 'overtakes' && metric === visibilityForm) return overtakes(report)
  if (relation === 'up' || relation === 'down')
    return metric === visibilityForm ? movers(report, relation) : moverBy(metric, report, relation === 'up')
  if (relation === 'leader' || relation === 'second' || relation === 'third')
    return placed(places.indexOf(relation), report, metric)
  if (relation === 'significance') return subject && significance(subject, report, metric)
  if (relation === 'noise')
    return subject && significance(subject, report, metric).replace(/^(?:Yes|No)\b/u, opposite)
  if (rival === undefined)
    return own === null || metric === visibilityForm ? null : figure(own, report, metric)
  if (rivals.length > 1) return several(rivals, report, metric)
  if (relation !== undefined && own !== null) return comparison(own, rival, relation, report, metric)
  const yours = own === null ? '' : `; ${yourGap(own, rival, report, metric)}`
  const words = metric === visibilityForm ? standing(rival, report) : figure(rival, report, metric)
  return `${words.replace(/\.$/, '')}${yours}.`
}

/** `Contoso rose 4.1 points to 44.2% on Perplexity in October`, or its level and the ordinary variation. */
function standing(subject: BrandStanding, report: VisibilityReport): string {
  const { visibility } = subject
  const where = scope(report)
  if (!isNumber(visibility.value)) return `${nameOf(subject)} has no visibility score${where}`
  const value = valueWords(visibility, visibilityForm)
  if (visibility.isNews) return `${nameOf(subject)} ${moved(subject)} to ${value}${where}`
  const aside = isNumber(visibility.previous) ? ` (${variation(subject, report)})` : ''
  return `${nameOf(subject)} is at ${value} visibility${where}, ${place(subject, report)}${aside}`
}

/** `Northwind’s share of voice is 12.1% in October, up 0.4 points.` */
function figure(subject: BrandStanding, report: VisibilityReport, metric: MetricForm): string {
  const change = subject[metric.key]
  const [name, where, label] = [nameOf(subject), scope(report), labelOf(metric)]
  if (!isNumber(change.value))
    return metric.key === 'shareOfVoice'
      ? `${name}’s share of voice can’t be told${where}: the mentions of some brands are missing.`
      : `The service gives no ${label} of ${name}${where}.`
  const value = valueWords(change, metric)
  const words = isNumber(change.previous) ? `, ${changeInSentence(change, metric)}` : ''
  if (metric.key === 'mentions')
    return `${name} was mentioned ${counted(change.value, 'time')}${where}${words}${shareAside(subject)}.`
  if (metric.key === 'presence') return `${name} is named in ${value} of the answers${where}${words}.`
  return `${name}’s ${label} is ${value}${where}${words.replace(/ to [\d.]+$/, '')}.`
}

const opposite = (word: string) => (word === 'Yes' ? 'No' : 'Yes')
const labelOf = ({ label }: MetricForm) => label.toLowerCase().replace('avg.', 'average')

function shareAside({ shareOfVoice }: BrandStanding): string {
  return isNumber(shareOfVoice.value) ? ` (share of voice ${valueWords(shareOfVoice, shareOfVoiceForm)})` : ''
}

/** `Yes: you are 5.9 points ahead of Acme in October (September: 5.2 ahead).` */
function comparison(
  own: BrandStanding,
  rival: BrandStanding,
  relation: NonNullable<Asked['relation']>,
  report: VisibilityReport,
  metric: MetricForm,
): string {
  const gap = gapBetween(own, rival, metric.key)
  const name = nameOf(rival)
  if (gap.now === null) {
    const missing = isNumber(own[metric.key].value) ? name : nameOf(own)
    return `That can’t be told: ${missing} has no ${labelOf(metric)} value${scope(report)}.`
  }
  const before =
    gap.before === null ? '' : ` (${againstWords(report)}: ${gapWords(gap.before, metric, true)})`
  const isLevel = gapWords(gap.now, metric) === 'level'
  const isTooClose = isTooCloseTo(rival, report, metric)
  const is = isLevel
    ? `you and ${name} are level at ${valueWords(own[metric.key], metric)}`
    : `you are ${gapWords(gap.now, metric)} ${gap.now > 0 ? 'of ' : ''}${name}`
  const by = metric === visibilityForm || metric.key === 'mentions' ? '' : ` in ${labelOf(metric)}`
  const rest = `${by}${scope(report)}${before}.`
  if (relation === 'against')
    return `${capital(is)}${isTooClose && !isLevel ? ', too close to call' : ''}${rest}`
  if (isLevel) return `No: ${is}${rest}`
  if (isTooClose) return `Too close to call: ${is}${rest}`
  return `${gap.now > 0 === (relation === 'ahead') ? 'Yes' : 'No'}: ${is}${rest}`
}

/** `Contoso is at 51.0%, Fabrikam at 40.1% and you at 41.3% visibility in October.` */
function several(rivals: readonly BrandStanding[], report: VisibilityReport, metric: MetricForm): string {
  const { own } = report
  const at = (one: BrandStanding) => `at ${valueWords(one[metric.key], metric)}`
  const all = rivals.map((rival, index) => `${nameOf(rival)}${index === 0 ? ' is' : ''} ${at(rival)}`)
  const listed = compact(...all.slice(0, 4), own !== null && `you ${at(own)}`)
  const more = all.length > 4 ? `; ${all.length - 4} more below` : ''
  return `${names(listed, listed.length, 120)} ${labelOf(metric)}${scope(report)}${more}.`
}

const places: readonly Asked['relation'][] = ['leader', 'second', 'third']

/** Best first; those without a value last. */
function byMetric({ own, standings }: VisibilityReport, { key }: MetricForm): readonly BrandStanding[] {
  const isKnown = (one: BrandStanding) => Number(isNumber(one[key].value))
  return standings.toSorted(
    (a, b) => isKnown(b) - isKnown(a) || gapBetween(b, a, key).now || Number(b === own) - Number(a === own),
  )
}

/** `Contoso leads with 51.0% in October; you are 2nd of 12, 9.7 points behind.`, `Acme and Contoso share 2nd place …` */
function placed(asked: number, report: VisibilityReport, metric: MetricForm): string | null {
  const { own } = report
  const { key } = metric
  const measured = byMetric(report, metric).filter((one) => isNumber(one[key].value))
  const one = measured[asked]
  if (one === undefined)
    return asked === 0
      ? null
      : `No brand is ${ordinal(asked + 1)}${scope(report)}: only ${measured.length} measured.`
  const same = measured.filter((other) => gapBetween(other, one, key).now === 0)
  const first = measured.findIndex((other) => same.includes(other))
  const isShared = same.length > 1
  const who = names(same.map((brand) => (isShared && brand === own ? 'You' : nameOf(brand))))
  const [is, share] =
    first === 0 ? ['leads', 'the lead'] : [`is ${ordinal(first + 1)}`, `${ordinal(first + 1)} place`]
  const by = metric === visibilityForm ? '' : ` in ${labelOf(metric)}`
  const said = `${who} ${isShared ? `share ${share}` : is}${by} with ${valueWords(one[key], metric)}${scope(report)}`
  const other = one.mine ? measured[asked === 0 ? 1 : 0] : own
  if (other == null || same.includes(other)) return `${said}.`
  if (!isNumber(other[key].value)) return `${said}; you have no ${labelOf(metric)} value.`
  const gap = yourGap(other, one, report, metric).replace(/^you are /, '')
  const rank = metric === visibilityForm && place(other, report)
  return one.mine
    ? `${said}; ${nameOf(other)} is ${gap}.`
    : `${said}; you are ${compact(rank, gap).join(', ')}.`
}

/** `Nobody passed you in October. Contoso is 1.0 points ahead, too close to call.` */
function overtakes(report: VisibilityReport): string | null {
  const { headline, own, standings } = report
  const when = scope(report)
  const won = headline.kind === 'overtook' ? passedNow('overtook', headline.own, headline.rivals) : []
  const passed = names(won.map(({ brand }) => brand))
  const ahead = headline.kind === 'overtook' ? headline.lost : 'rivals' in headline ? headline.rivals : []
  const passers = own === null ? [] : passedNow('overtaken', own, ahead)
  const [only, other] = passers
  if (own !== null && only !== undefined) {
    const gap = gapBetween(only, own, 'visibility').now ?? 0
    const by = other === undefined ? ` and is ${gapWords(gap, visibilityForm)}` : ''
    return `${names(passers.map(({ brand }) => brand))} passed you${when}${by}${passed && `; you passed ${passed}`}.`
  }
  if (passed !== '') return `Nobody: you passed ${passed}${when}.`
  if ('rivals' in headline) return null
  if (own === null || !isNumber(own.visibility.value)) return null
  if (isUnjudged(report)) return `Who passed you${when} can’t be told.`
  if (!isNumber(own.visibility.previous))
    return `Who passed you${when} can’t be told: there is nothing to compare with.`
  const others = standings.filter(({ mine, visibility }) => !mine && isNumber(visibility.value))
  // By rank: the last one above, or else the first one below.
  const above = others.findLast(({ visibility }) => (visibility.value ?? 0) >= (own.visibility.value ?? 0))
  const nearest = above ?? others[0]
  if (nearest === undefined) return `Nobody passed you${when}.`
  const gap = gapBetween(nearest, own, 'visibility')
  const words = gapWords(gap.now ?? 0, visibilityForm)
  const close = words !== 'level' && isTooCloseTo(nearest, report) ? ', too close to call' : ''
  return `Nobody passed you${when}. ${nameOf(nearest)} is ${words}${close}.`
}

/** The competitors that clearly rose, or fell, the largest change first. */
export function moversOf(report: VisibilityReport, relation: Asked['relation']): readonly BrandStanding[] {
  if (relation !== 'up' && relation !== 'down') return []
  return report.standings
    .filter((one) => !one.mine && clearChange(one, report)?.isUp === (relation === 'up'))
    .toSorted((a, b) => Math.abs(b.visibility.delta ?? 0) - Math.abs(a.visibility.delta ?? 0))
}

/** `Contoso rose 4.1 points to 44.2% in October, more than ordinary variation.` */
function movers(report: VisibilityReport, relation: 'up' | 'down'): string {
  const where = scope(report)
  const told = moversOf(report, relation).map((one) => clearChange(one, report)?.words ?? '')
  if (told.length > 0) return `${names(told, 3, 120)}${where}, more than ordinary variation.`
  const way = relation === 'up' ? 'rose' : 'fell'
  return isUnjudged(report) || report.comparedWith === null
    ? `Which competitor ${way}${where} can’t be told.`
    : `No competitor ${way} by more than ordinary variation${where}.`
}

/** `Contoso’s share of voice is 19.1% in October, up 0.5 points; no competitor rose more.` What is ordinary isn’t known. */
function moverBy(metric: MetricForm, report: VisibilityReport, isUp: boolean): string {
  const changeOf = (one: BrandStanding) => one[metric.key]
  const size = (one: BrandStanding) => Math.abs(changeOf(one).delta ?? 0)
  const [most] = report.standings
    .filter((one) => !one.mine && changeOf(one).verdict === (isUp ? 'better' : 'worse'))
    .toSorted((a, b) => size(b) - size(a))
  return most === undefined
    ? `No competitor’s ${labelOf(metric)} is known to have ${isUp ? 'risen' : 'fallen'}${scope(report)}.`
    : `${figure(most, report, metric).replace(/\.$/, '')}; no competitor ${isUp ? 'rose' : 'fell'} more.`
}

/** A change that is news, or that the headline tells; `null`: none. */
function clearChange(of: BrandStanding, report: VisibilityReport) {
  const { visibility } = of
  if (visibility.isNews !== true) return toldOf(of, report)
  const words = `${nameOf(of)} ${moved(of)} to ${valueWords(visibility, visibilityForm)}`
  return { words, isUp: visibility.verdict === 'better' }
}

/** `Yes: Northwind fell 5.2 points to 40.7% in October, more than ordinary variation.` */
function significance(subject: BrandStanding, report: VisibilityReport, metric: MetricForm): string {
  const { visibility } = subject
  const { headline } = report
  const where = scope(report)
  if (metric !== visibilityForm)
    return `${figure(subject, report, metric)} Whether that is more than ordinary variation can’t be told: only visibility’s is measured.`
  if (!isNumber(visibility.value) || !isNumber(visibility.previous))
    return `Whether ${nameOf(subject)} changed${where} can’t be told: there is nothing to compare with.`
  const value = valueWords(visibility, visibilityForm)
  const clear = clearChange(subject, report)
  // It also answers “should we worry?”.
  const isGood = clear === null ? headline.kind === 'overtook' : clear.isUp
  const yes = subject.mine && isGood ? 'Yes, and it’s good news' : 'Yes'
  if (clear !== null) return `${yes}: ${clear.words}${where}, more than ordinary variation.`
  if (isUnjudged(report))
    return `Whether ${nameOf(subject)}’s change to ${value} is more than ordinary variation can’t be told.`
  const is =
    visibility.verdict === 'same'
      ? `${nameOf(subject)} is at ${value}${where}, as before.`
      : `${nameOf(subject)} ${moved(subject)} to ${value}${where}, within ordinary variation.`
  // “That” may be what the headline tells instead.
  if (subject.mine && 'rivals' in headline)
    return `${yes}: ${ownFirstSentence(report).slice(2)} That order is more than ordinary variation; ${nameOf(subject)}’s own change isn’t.`
  const rival = subject.mine && 'rival' in headline ? toldOf(headline.rival, report) : null
  return `No: ${is}${rival === null ? '' : ` But ${rival.words}, more than ordinary variation.`}`
}

function unknownBrands(unknown: readonly string[], report: VisibilityReport): string {
  const yours = report.own === null ? '' : ` ${standing(report.own, report)}.`
  return `${names(unknown, 3)} ${unknown.length === 1 ? 'is' : 'are'} not among the brands measured here.${yours}`
}

/** `you are 10.4 points ahead`, `you are level`, `you have no value`. */
function yourGap(own: BrandStanding, other: BrandStanding, report: VisibilityReport, metric: MetricForm) {
  const { now } = gapBetween(own, other, metric.key)
  if (now === null) return 'how far you are from it can’t be told'
  const words = gapWords(now, metric)
  const rival = own.mine ? other : own
  return `you are ${words}${words !== 'level' && isTooCloseTo(rival, report, metric) ? ', too close to call' : ''}`
}

/** Whether it can't be told which of the own brand and a rival is ahead. */
function isTooCloseTo(rival: BrandStanding, { tooClose }: VisibilityReport, metric = visibilityForm) {
  return metric === visibilityForm && tooClose.some(({ brand }) => brand === rival.brand)
}

/** `40.9% before, within ordinary variation`. */
function variation(subject: BrandStanding, report: VisibilityReport): string {
  const { visibility } = subject
  if (visibility.verdict === 'same') return 'no change'
  const before = `${valueWords({ ...visibility, value: visibility.previous }, visibilityForm)} before`
  return isUnjudged(report) || toldOf(subject, report) ? before : `${before}, within ordinary variation`
}

/** ` on Perplexity in October`, with a space. */
function scope({ engines, period }: VisibilityReport): string {
  return `${engines.length === 0 ? '' : ` on ${names(engines.map(engineName), 3, 30)}`} ${whenWords(period)}`
}

/**
 * A report as its answer shows it: the subject first, in the sentence, the chart and the table. `subject`: the brand that
 * the question is about; `null`: the own one is missing. `isOwn`: it is about the visibility of the own brand, as the
 * weeks in the trend are.
 */
export function answeredReport(report: VisibilityReport, asked: Asked = {}) {
  const { rivals, unknown } = brandsAskedFor(report)
  const [rival] = rivals
  const subject = rivals.length === 1 && rival !== undefined ? rival : report.own
  const metric = metricForms.find(({ key }) => key === asked.metric) ?? visibilityForm
  const sentence = answerSentence(report, asked)
  const isOwn = rivals.length === 0 && metric === visibilityForm
  if (sentence === null) return { report, headline: ownFirstSentence(report), metric, subject, isOwn }
  const { why, ...rest } = report
  // “It fell everywhere” has to be about the sentence's only brand, and its visibility.
  const isOne = metric === visibilityForm && rivals.length < 2 && !ofAll.has(asked.relation)
  const isExplained = isOne && why !== undefined && why.of.brand === subject?.brand
  const ordered = metric === visibilityForm ? report.standings : byMetric(report, metric)
  const answered: VisibilityReport = {
    ...rest,
    ...(isExplained ? { why } : {}),
    // How large a change would be news is known of the visibility alone.
    ...(metric === visibilityForm ? {} : { smallestNews: null }),
    // The sentence names those that are unknown.
    brands: rivals.length === 0 ? [] : report.brands,
    standings: [...rivals, ...ordered.filter((standing) => !rivals.includes(standing))],
  }
  return { report: answered, headline: sentence, metric, subject, isOwn: isOwn && unknown.length === 0 }
}
