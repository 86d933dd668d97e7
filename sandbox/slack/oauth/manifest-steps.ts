/**
 * `functions` of a manifest: the app's steps for Workflow Builder. docs.slack.dev/workflows/workflow-steps,
 * /tools/bolt-js/tutorials/custom-steps; counts and types by slackapi/manifest-schema.
 */
import { isJson, type Json, text } from '../json.ts'
import type { DeclaredStep, StepParameter } from '../model.ts'
import { isKnownType, isParameterType } from '../steps/types.ts'
import { refuseUnknown, textAt } from './manifest-fields.ts'

const MOST_STEPS = 50
const MOST_PARAMETERS = 50
const PARTS = ['title', 'description', 'input_parameters', 'output_parameters']

function readParameter(name: string, value: unknown, required: boolean, place: string): StepParameter {
  if (!isJson(value)) throw new Error(`${place} must be an object`)
  if (value.name !== undefined && value.name !== name)
    throw new Error(`${place}.name must be "${name}", like its key`)
  if (!isParameterType(value.type))
    throw new Error(`${place}.type "${String(value.type)}" is not a Slack type`)
  const items = isJson(value.items) ? value.items.type : undefined
  if (value.type === 'array' && !isParameterType(items))
    throw new Error(`${place}.items must give the type of the list's items`)
  return {
    name,
    type: value.type,
    ...(isParameterType(items) ? { items } : {}),
    title: text(value.title) ?? name,
    description: text(value.description) ?? '',
    hint: text(value.hint) ?? '',
    required,
    choices: Array.isArray(value.enum) ? value.enum.filter((item) => typeof item === 'string') : [],
  }
}

/** Whether the parameters use the second version: under `properties`, next to a list `required`. */
function isSecond(parameters: Json, version: unknown): boolean {
  return version === 2 || (isJson(parameters.properties) && typeof parameters.properties.type !== 'string')
}

function readParameters(value: unknown, version: unknown, place: string): StepParameter[] {
  if (!isJson(value)) throw new Error(`${place} must be an object`)
  const second = isSecond(value, version)
  if (second) refuseUnknown(value, ['properties', 'required'], place)
  const parameters = second ? value.properties : value
  if (!isJson(parameters)) throw new Error(`${place}.properties must be an object`)
  const entries = Object.entries(parameters)
  if (entries.length > MOST_PARAMETERS)
    throw new Error(`${place} has more than ${MOST_PARAMETERS} parameters`)
  const needed: readonly unknown[] = second && Array.isArray(value.required) ? value.required : []
  const stray = needed.find((name) => !entries.some(([declared]) => declared === name))
  if (stray !== undefined)
    throw new Error(`${place}.required names "${String(stray)}", which is not a parameter`)
  return entries.map(([name, parameter]) => {
    const required = second ? needed.includes(name) : isJson(parameter) && parameter.is_required === true
    return readParameter(name, parameter, required, `${place}.${name}`)
  })
}

function readStep(id: string, value: unknown, version: unknown): DeclaredStep {
  const place = `functions.${id}`
  if (id.length < 1 || id.length > 100) throw new Error(`${place}: a callback id has 1 to 100 characters`)
  if (!isJson(value)) throw new Error(`${place} must be an object`)
  refuseUnknown(value, PARTS, place)
  if (typeof value.description !== 'string') throw new Error(`${place}.description must be a string`)
  return {
    callback_id: id,
    title: textAt(value, 'title', place, 255),
    description: value.description,
    inputs: readParameters(value.input_parameters, version, `${place}.input_parameters`),
    outputs: readParameters(value.output_parameters, version, `${place}.output_parameters`),
  }
}

/** @throws an Error that names the first place that Slack would reject */
export function readSteps(manifest: Json, settings: Json): DeclaredStep[] {
  const { functions, _metadata } = manifest
  if (functions === undefined) return []
  if (!isJson(functions)) throw new Error('functions must be an object')
  const entries = Object.entries(functions)
  if (entries.length > MOST_STEPS) throw new Error(`functions holds more than ${MOST_STEPS} steps`)
  if (entries.length === 0) return []
  if (settings.org_deploy_enabled !== true)
    throw new Error('functions need settings.org_deploy_enabled: true')
  if (settings.function_runtime !== 'remote')
    throw new Error('functions need settings.function_runtime: remote')
  const version = isJson(_metadata) ? _metadata.major_version : undefined
  return entries.map(([id, step]) => readStep(id, step, version))
}

/** The types of parameters that the sandbox doesn't check, each with its place. */
export function unknownTypes(steps: readonly DeclaredStep[]): readonly string[] {
  return steps.flatMap(({ callback_id: id, inputs, outputs }) =>
    [...inputs, ...outputs].flatMap(({ name, type, items }) =>
      [type, ...(items === undefined ? [] : [items])]
        .filter((one) => !isKnownType(one))
        .map(
          (one) =>
            `functions.${id}: the type "${one}" of ${name} is unknown here, so its values aren’t checked`,
        ),
    ),
  )
}
