/**
 * Charts: docs.slack.dev/reference/block-kit/blocks/data-visualization-block. @slack/types 3.2.0 has no type for them; the
 * shape is that of slackapi/node-slack-sdk PR 2637, slack-edge/slack-web-api-client PR 57 and slack-messaging 0.7.7,
 * which agree: `title` is a plain string, `chart` is either
 *   {type: 'pie', segments: [{label, value}]} or
 *   {type: 'bar' | 'line' | 'area', series: [{name, data: [{label, value}]}], axis_config: {categories, x_label?, y_label?}}
 * and each series has exactly one point for each category.
 */
import { isJson, type Json, objects } from '../json.ts'
import { type Checking, list, number, object, type Rule, someString, string, typed } from './check.ts'
import { anyType } from './common-fields.ts'
import { limitOf } from './limits.ts'

const pie = object({
  required: {
    type: anyType,
    segments: list(
      object({
        required: {
          label: string('data_visualization.chart[type=pie].segments[*].label'),
          value: number('data_visualization.chart[type=pie].segments[*].value'),
        },
      }),
      'data_visualization.chart[type=pie].segments',
    ),
  },
})

const CATEGORIES = 'data_visualization.chart.axis_config.categories'

const category: Rule = (value, at, on) => {
  someString(value, at, on)
  const { itemMaxLength = 0 } = limitOf(CATEGORIES)
  if (typeof value === 'string' && value.length > itemMaxLength) {
    on.report(at, `must be less than ${itemMaxLength + 1} characters`, 'too_long', CATEGORIES)
  }
}

function checkSeries(value: Json, at: string, on: Checking): void {
  const axis = isJson(value.axis_config) ? value.axis_config : {}
  const categories = Array.isArray(axis.categories) ? axis.categories : []
  const repeated = categories.findIndex((one, index) => categories.indexOf(one) !== index)
  if (repeated >= 0) {
    on.report(`${at}/axis_config/categories/${repeated}`, 'must be unique', 'duplicate', CATEGORIES)
  }
  const names = new Set<unknown>()
  for (const [index, series] of objects(value.series).entries()) {
    const place = `${at}/series/${index}`
    if (names.has(series.name)) {
      on.report(`${place}/name`, 'must be unique', 'duplicate', 'data_visualization.chart.series[*].name')
    }
    names.add(series.name)
    const labels = objects(series.data).map((point) => point.label)
    const whole = labels.length === categories.length && categories.every((one) => labels.includes(one))
    if (!whole) {
      const name = 'data_visualization.chart.series[*].data'
      on.report(`${place}/data`, 'must have exactly one point for each category', 'conflict', name)
    }
  }
}

const seriesChart = object({
  required: {
    type: anyType,
    series: list(
      object({
        required: {
          name: string('data_visualization.chart.series[*].name'),
          data: list(
            object({ required: { label: someString, value: number() } }),
            'data_visualization.chart.series[*].data',
          ),
        },
      }),
      'data_visualization.chart[type!=pie].series',
    ),
    axis_config: object({
      required: { categories: list(category, CATEGORIES) },
      optional: {
        x_label: string('data_visualization.chart.axis_config.x_label'),
        y_label: string('data_visualization.chart.axis_config.y_label'),
      },
      limit: CATEGORIES,
    }),
  },
  limit: CATEGORIES,
  whole: checkSeries,
})

/** @param more the fields that every block has */
export const dataVisualization = (more: Readonly<Record<string, Rule>>): Rule =>
  object({
    required: {
      type: anyType,
      title: string('data_visualization.title'),
      chart: typed({ pie, bar: seriesChart, line: seriesChart, area: seriesChart }),
    },
    optional: more,
    limit: 'data_visualization.title',
  })
