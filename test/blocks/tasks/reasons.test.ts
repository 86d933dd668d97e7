import { expect, it } from 'vitest'
import { ApiError, type ApiErrorInit } from '../../../src/api/errors.ts'
import { refusalMessage } from '../../../src/blocks/tasks/task-elements.ts'

const words = (init: Partial<ApiErrorInit> & Pick<ApiErrorInit, 'code'>) =>
  refusalMessage(
    new ApiError({ message: 'm', userMessage: 'The service said why.', retryable: false, ...init }),
    'r-1',
  )

it('a role without permission: the person to ask', () => {
  expect(words({ code: 'forbidden' }).sentence).toMatch(/isn’t allowed.*admin.*click again/)
})

it('a deleted recommendation: how to stop tracking it', () => {
  expect(words({ code: 'not_found' })).toMatchObject({
    sentence: expect.stringContaining('no longer has this recommendation'),
    suggestion: 'actions remove r-1',
  })
})

it('a rejected value: the service’s objection, and where to create the task instead', () => {
  const details = [{ path: 'result_id', msg: 'is archived' }]
  expect(words({ code: 'validation', details }).sentence).toMatch(
    /\(result_id: is archived\).*in the console/,
  )
  expect(words({ code: 'validation' }).sentence).toMatch(/rejected it\. Create/)
})

it.each(['authentication', 'rate_limited', 'unavailable', 'invalid_request'] as const)(
  '%s: that no task was created, and the error’s own words',
  (code) => {
    expect(words({ code })).toEqual({
      sentence: 'No task was created. The service said why.',
      suggestion: null,
    })
  },
)
