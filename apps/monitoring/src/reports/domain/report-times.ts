import { LRUCache } from 'lru-cache';

const QUARTER_HOUR_MS = 15 * 60_000;
/** Maximum number of cached offsets; time zones change their offset only at quarters of an hour. */
const MAX_CACHED = 10_000;

interface ZoneTime {
  offsetMs: number;
  /** Short name, e.g. `CET`. */
  name: string;
}

export interface ReportTimeOptions {
  /** IANA name of the time zone. */
  timeZone: string;
  /** BCP 47 tag; it changes the words for AM/PM and the time zone, but not the pattern. */
  locale: string;
}

/** Formats times in cells of reports: `M/d/yy h:mm:ss a z`. See rule reports-1. */
export class ReportTimes {
  private readonly fields: Intl.DateTimeFormat;
  private readonly zoneName: Intl.DateTimeFormat;
  private readonly halves: readonly [string, string];
  private readonly zoneTimes = new LRUCache<number, ZoneTime>({ max: MAX_CACHED });

  /** @throws RangeError when there is no such zone or locale */
  constructor({ timeZone, locale }: ReportTimeOptions) {
    const numeric = 'numeric' as const;
    this.fields = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
    });
    this.zoneName = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
    const half = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hour: numeric, hour12: true });
    this.halves = [toPart(half, 'dayPeriod', 6 * 3_600_000), toPart(half, 'dayPeriod', 18 * 3_600_000)];
  }

  /** Null is an empty cell; 0 means "not yet" and is a blank. */
  text(timeMs: number | null): string | null {
    if (timeMs === null) return null;
    if (timeMs === 0) return ' ';
    const { offsetMs, name } = this.zoneAt(timeMs);
    const local = new Date(timeMs + offsetMs);
    const [hour, year] = [local.getUTCHours(), local.getUTCFullYear()];
    const date = `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${twoDigits(year % 100)}`;
    const time = `${hour % 12 || 12}:${twoDigits(local.getUTCMinutes())}:${twoDigits(local.getUTCSeconds())}`;
    return `${date} ${time} ${this.halves[hour < 12 ? 0 : 1]} ${name}`;
  }

  private zoneAt(timeMs: number): ZoneTime {
    const quarter = Math.floor(timeMs / QUARTER_HOUR_MS);
    const known = this.zoneTimes.get(quarter);
    if (known) return known;
    const startMs = quarter * QUARTER_HOUR_MS;
    const field = Object.fromEntries(
      this.fields.formatToParts(startMs).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = field;
    const offsetMs = Date.UTC(year, month - 1, day, hour, minute) - startMs;
    const zoneTime = { offsetMs, name: toPart(this.zoneName, 'timeZoneName', startMs) };
    this.zoneTimes.set(quarter, zoneTime);
    return zoneTime;
  }
}

function toPart(format: Intl.DateTimeFormat, type: Intl.DateTimeFormatPartTypes, timeMs: number): string {
  return format.formatToParts(timeMs).find((part) => part.type === type)?.value ?? '';
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
