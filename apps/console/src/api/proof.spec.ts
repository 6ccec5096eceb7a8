import { proofNeeded } from './proof';

it.each([
  [401, 'session_required', 'ended'],
  [401, null, 'ended'],
  [401, 'invalid_credentials', undefined],
  [403, 'reauthentication', 'recent'],
  [403, 'insufficient_scope', undefined],
])('a refusal with %d, %s, requires this reauthentication: %s', (status, type, reason) => {
  expect(proofNeeded(status, type)).toBe(reason);
});
