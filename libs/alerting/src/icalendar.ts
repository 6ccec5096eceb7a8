/** A time in a calendar. */
export interface CalendarEvent {
  /** Stable across reads, so that calendar programs recognise the event. */
  readonly uid: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly summary: string;
}

export interface CalendarText {
  readonly name: string;
  readonly nowMs: number;
  readonly events: readonly CalendarEvent[];
}

/** Octets of a line, its end not counted (RFC 5545, 3.1). */
const LINE_OCTETS = 75;
const REFRESH = 'PT1H';

/** An iCalendar document with times in UTC. Pure. RFC 5545, and the refresh interval of RFC 7986. */
export function renderCalendar({ name, nowMs, events }: CalendarText): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wardstone//On call//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap(({ uid, startMs, endMs, summary }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(uid)}`,
      `DTSTAMP:${toTime(nowMs)}`,
      `DTSTART:${toTime(startMs)}`,
      `DTEND:${toTime(endMs)}`,
      `SUMMARY:${escapeText(summary)}`,
      // A shift does not keep a person from other appointments.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** e.g. `20261130T090000Z`. */
function toTime(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:]/g, '');
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/\p{Cc}/gu, '');
}

/** Folds long lines (RFC 5545, 3.1) without splitting a character. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
