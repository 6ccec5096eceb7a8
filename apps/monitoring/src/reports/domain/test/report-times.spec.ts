import { ReportTimes } from '../report-times';

const utc = new ReportTimes({ timeZone: 'UTC', locale: 'en-US' });

describe('times in reports', () => {
  it.each([
    ['an afternoon', '2026-03-07T16:05:09.999Z', '3/7/26 4:05:09 PM UTC'],
    ['midnight', '2026-12-31T00:00:00Z', '12/31/26 12:00:00 AM UTC'],
    ['noon', '2009-01-01T12:00:00Z', '1/1/09 12:00:00 PM UTC'],
    ['the first second of all', '1970-01-01T00:00:01Z', '1/1/70 12:00:01 AM UTC'],
    ['the last second of a century', '1999-12-31T23:59:59Z', '12/31/99 11:59:59 PM UTC'],
  ])('writes %s', (_case, time, text) => {
    expect(utc.text(Date.parse(time))).toBe(text);
  });

  it('leaves null empty, and writes a blank for a time that has not come', () => {
    expect(utc.text(null)).toBeNull();
    expect(utc.text(0)).toBe(' ');
  });

  it.each([
    ['America/New_York', 'en-US', '2026-03-08T06:59:59Z', '3/8/26 1:59:59 AM EST'],
    ['America/New_York', 'en-US', '2026-03-08T07:00:00Z', '3/8/26 3:00:00 AM EDT'],
    ['Asia/Kathmandu', 'en-US', '2026-01-01T00:00:00Z', '1/1/26 5:45:00 AM GMT+5:45'],
    ['Europe/Berlin', 'de-DE', '2026-07-01T22:30:00Z', '7/2/26 12:30:00 AM MESZ'],
  ])('writes times in %s for %s', (timeZone, locale, time, text) => {
    const times = new ReportTimes({ timeZone, locale });
    expect(times.text(Date.parse(time))).toBe(text);
    expect(times.text(Date.parse(time))).toBe(text);
  });

  it.each([
    { timeZone: 'Mars/Olympus', locale: 'en-US' },
    { timeZone: 'UTC', locale: 'not a locale' },
  ])('refuses %j', (options) => {
    expect(() => new ReportTimes(options)).toThrow(RangeError);
  });
});
