/** Scan times as selected in a form and as a cron expression. */
export interface CalendarTimes {
  /** Time of day, e.g. `02:30`. */
  time: string;
  /** 0 for Sunday to 6. */
  weekday: string;
  /** Day of the month from 1 to 28, which every month has. */
  day: string;
  cron: string;
}

export type CalendarKind = 'daily' | 'weekly' | 'monthly' | 'cron';

const LAST_DAY = 28;
const TIME = /^(\d\d):(\d\d)$/;
const CRON = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[0-7])$/;

/** Kind of a cron expression: daily, weekly or monthly; otherwise `cron`. Pure. */
export function calendarKind(cron: string): CalendarKind {
  const [, , , day, weekday] = CRON.exec(cron.trim()) ?? [];
  if (day === undefined || weekday === undefined) return 'cron';
  if (day === '*') return weekday === '*' ? 'daily' : 'weekly';
  return weekday === '*' && Number(day) >= 1 && Number(day) <= LAST_DAY ? 'monthly' : 'cron';
}

/** Initial values of the form for a cron expression. Pure. */
export function calendarTimes(cron: string): CalendarTimes {
  const [, minute = '30', hour = '2', day = '*', weekday = '*'] = CRON.exec(cron.trim()) ?? [];
  return {
    time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
    weekday: weekday === '*' ? '1' : String(Number(weekday) % 7),
    day: day === '*' ? '1' : day,
    cron,
  };
}

/** The cron expression for the selection; empty if it is incomplete or invalid. Pure. */
export function toCron(kind: string, { time, weekday, day, cron }: CalendarTimes): string {
  if (kind === 'cron') return cron;
  const [, hour, minute] = TIME.exec(time) ?? [];
  if (hour === undefined || minute === undefined) return '';
  const at = `${Number(minute)} ${Number(hour)}`;
  if (kind === 'weekly') return `${at} * * ${weekday}`;
  if (kind !== 'monthly') return `${at} * * *`;
  return /^\d+$/.test(day) && Number(day) >= 1 && Number(day) <= LAST_DAY ? `${at} ${Number(day)} * *` : '';
}
