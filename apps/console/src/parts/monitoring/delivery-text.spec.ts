import { deliveryText } from './delivery-text';

describe('an attempt of a notification', () => {
  it.each([
    ['SUCCESS: sent to [a@x.test, b@x.test]', 'Sent to a@x.test, b@x.test'],
    ['Direct Emails: SUCCESS: sent to [a@x.test]', 'Direct Emails: Sent to a@x.test'],
    ['PARTIAL: sent to [a@x.test]; b@x.test: no mailbox', 'Sent in part: Sent to a@x.test; b@x.test: no mailbox'],
    ['Slack: FAILURE: hooks.example: HTTP status 500', 'Slack: Not sent: hooks.example: HTTP status 500'],
    ['DEFERRED: Restart was started on web-1', 'Deferred: Restart was started on web-1'],
    ['attempt', 'attempt'],
  ])('%s is %s', (text, said) => expect(deliveryText(text)).toBe(said));
});
