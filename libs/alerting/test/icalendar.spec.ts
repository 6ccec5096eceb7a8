import { renderCalendar } from '../src/icalendar';
import { parseCalendar } from './strict-calendar';

const EVENT = { uid: '1-2-3@mon.example.test', startMs: Date.UTC(2026, 10, 30, 8), endMs: Date.UTC(2026, 11, 7, 8) };
const NOW = Date.UTC(2026, 10, 29, 12, 30, 15, 999);

describe('a calendar', () => {
  it('has its shifts in UTC, with stable ids', () => {
    const text = renderCalendar({ name: 'On call: Platform', nowMs: NOW, events: [{ ...EVENT, summary: 'ann' }] });
    expect(parseCalendar(text)).toEqual({
      properties: {
        VERSION: '2.0',
        PRODID: '-//Wardstone//On call//EN',
        CALSCALE: 'GREGORIAN',
        METHOD: 'PUBLISH',
        NAME: 'On call: Platform',
        'X-WR-CALNAME': 'On call: Platform',
        'REFRESH-INTERVAL;VALUE=DURATION': 'PT1H',
        'X-PUBLISHED-TTL': 'PT1H',
      },
      events: [
        {
          UID: EVENT.uid,
          DTSTAMP: '20261129T123015Z',
          DTSTART: '20261130T080000Z',
          DTEND: '20261207T080000Z',
          SUMMARY: 'ann',
          TRANSP: 'TRANSPARENT',
        },
      ],
    });
  });

  it.each([
    'a;b,c\\d',
    'two\nlines\r\nand three',
    `${'ä'.repeat(200)} ${'🔥'.repeat(60)}`,
    'END:VEVENT\r\nEND:VCALENDAR',
    'bell \u0007 and tab\t',
    '',
  ])('keeps the name %j', (name) => {
    const { properties, events } = parseCalendar(
      renderCalendar({ name, nowMs: NOW, events: [{ ...EVENT, summary: name }] }),
    );
    // Control characters are left out.
    const kept = name.replace(/\r\n/g, '\n').replace(/(?!\n)\p{Cc}/gu, '');
    expect(properties['NAME']).toBe(kept);
    expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual([kept]);
  });
});
