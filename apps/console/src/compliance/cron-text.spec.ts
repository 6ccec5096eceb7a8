import { cronText } from './cron-text';

describe('the times of a schedule', () => {
  it.each([
    ['30 2 * * *', 'Daily at 02:30'],
    ['0 2,14 * * *', 'Daily at 02:00, 14:00'],
    ['5 * * * *', 'Daily every hour, at minute 05'],
    ['5 */6 * * *', 'Daily every 6 hours, at minute 05'],
    ['30 2 * * 1-5', 'Monday to Friday at 02:30'],
    ['30 2 * * 0', 'Sunday at 02:30'],
    ['30 2 * * 1,4,7', 'Monday, Thursday, Sunday at 02:30'],
    ['30 2 1 * *', 'Monthly on day 1 at 02:30'],
    ['30 2 1,15 * *', 'Monthly on day 1, 15 at 02:30'],
    ['30 2 1 * 1', undefined],
    ['30 2 * 6 *', undefined],
    ['*/5 2 * * *', undefined],
    ['30 2-4 * * *', undefined],
    ['30 2 * * MON', undefined],
    ['', undefined],
  ])('%s are "%s"', (cron, text) => expect(cronText(cron)).toBe(text));
});
