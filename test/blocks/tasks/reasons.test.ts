import { expect, it } from 'vitest'
import { ApiError, type ApiErrorInit } from '../../../src/api/errors.ts'
import { refusalMessage } from '../../../src/blocks/tasks/task-state.ts'

const details = [{ path: 'result_id', msg: 'is archived' }]
/** No task was created, and the error says why. */
const plain = /^No task was created\. The service said why\.$/

it.each<[Pick<ApiErrorInit, 'code' | 'details'>, RegExp, string | null]>([
  [{ code: 'forbidden' }, /isn’t allowed.*admin.*click again/, null],
  [{ code: 'not_found' }, /no longer has this recommendation/, 'actions remove r-1'],
  [{ code: 'validation', details }, /\(result_id: is archived\).*in the console/, null],
  [{ code: 'validation' }, /rejected it\. Create/, null],
  [{ code: 'authentication' }, plain, null],
  [{ code: 'rate_limited' }, plain, null],
  [{ code: 'unavailable' }, plain, null],
  [{ code: 'invalid_request' }, plain, null],
])('a task refused with %j says what to do', (init, sentence, suggestion) => {
  const error = new ApiError({
    message: 'm',
    userMessage: 'The service said why.',
    retryable: false,
    ...init,
  })
  expect(refusalMessage(error, 'r-1')).toEqual({ sentence: expect.stringMatching(sentence), suggestion })
})
