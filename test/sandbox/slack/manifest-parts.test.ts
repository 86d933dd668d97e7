/** The sandbox rejects the same shortcuts and functions in a manifest as Slack, and names the place. */
import { expect, it } from 'vitest'
import { readManifest } from '../../../sandbox/slack/oauth/manifest.ts'
import { entryPointsManifest, withManifest } from './manifest.ts'

const [shortcut] = entryPointsManifest.features.shortcuts
const withShortcuts = (...shortcuts: object[]) => ({ ...entryPointsManifest, features: { shortcuts } })
const withShortcut = (change: object) => withShortcuts({ ...shortcut, ...change })
const withStep = (change: object, id = 'greet') => ({
  ...entryPointsManifest,
  functions: { [id]: { ...entryPointsManifest.functions.greet, ...change } },
})
const withInputs = (input_parameters: object | undefined) => withStep({ input_parameters })
const withSettings = (change: object) => ({
  ...entryPointsManifest,
  settings: { ...entryPointsManifest.settings, ...change },
})

it.each<[string, object, string]>([
  ['no shortcut in the list', withShortcuts(), '1 to 10 shortcuts'],
  ['eleven shortcuts', withShortcuts(...Array(11).fill(shortcut)), '1 to 10 shortcuts'],
  ['a long name', withShortcut({ name: 'x'.repeat(25) }), 'shortcuts[0].name must be a string of 1 to 24'],
  ['no description', withShortcut({ description: '' }), 'shortcuts[0].description'],
  ['a long id', withShortcut({ callback_id: 'x'.repeat(256) }), 'shortcuts[0].callback_id'],
  ['another kind', withShortcut({ type: 'channel' }), 'must be "global" or "message"'],
  ['a field unknown to Slack', withShortcut({ url: 'https://a.example' }), 'unknown field "url"'],
  ['steps without organizations', withSettings({ org_deploy_enabled: false }), 'org_deploy_enabled: true'],
  ['steps without a runtime', withSettings({ function_runtime: undefined }), 'function_runtime: remote'],
  ['a step without a title', withStep({ title: '' }), 'functions.greet.title must be a string of 1 to 255'],
  ['a step without inputs', withInputs(undefined), 'functions.greet.input_parameters'],
  ['a long callback id', withStep({}, 'x'.repeat(101)), '1 to 100 characters'],
  ['a type unknown to Slack', withInputs({ a: { type: 'date' } }), 'is not a Slack type'],
  ['a name apart from its key', withInputs({ a: { type: 'string', name: 'b' } }), 'must be "a"'],
  ['a list of nothing', withStep({ output_parameters: { a: { type: 'array' } } }), 'items'],
  ['a parameter only in “required”', withInputs({ properties: {}, required: ['b'] }), 'names "b"'],
  ['another kind of file', { $schema: 'x', properties: {} }, 'unknown field "properties"'],
])('a manifest is refused with %s', async (_what, manifest, says) => {
  await expect(withManifest(manifest, readManifest)).rejects.toThrow(says)
})

it('a Slack type that the sandbox does not know is accepted, with a warning that names its place', async () => {
  const filters = { type: 'slack#/types/search_filters' }
  const { steps, warnings } = await withManifest(withInputs({ filters }), readManifest)
  expect(steps[0]?.inputs).toMatchObject([{ name: 'filters', ...filters }])
  expect(warnings).toEqual([expect.stringMatching(/^functions\.greet: .*search_filters" of filters/)])
})

it("both versions of a manifest's parameters give the same result", async () => {
  const first = await withManifest(entryPointsManifest, readManifest)
  const { asked_by, channel, times } = entryPointsManifest.functions.greet.input_parameters
  const second = {
    ...withInputs({ properties: { asked_by, channel, times }, required: ['asked_by', 'channel'] }),
    _metadata: { major_version: 2 },
  }
  const greet = { ...second.functions.greet, output_parameters: { properties: {} } }
  const read = await withManifest({ ...second, functions: { greet } }, readManifest)
  expect(read.steps[0]?.inputs).toEqual(first.steps[0]?.inputs)
  expect(first.steps[0]?.inputs.map(({ name, required }) => [name, required])).toEqual([
    ['asked_by', true],
    ['channel', true],
    ['times', false],
  ])
  expect(first.shortcuts).toEqual(entryPointsManifest.features.shortcuts)
})
