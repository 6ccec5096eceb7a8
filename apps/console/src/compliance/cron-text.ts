import { scheduleTexts } from '../texts/schedule';

const { cronWords: texts } = scheduleTexts;
const DAYS = 7;

/** Text for a cron schedule; undefined without a short form. Pure. */
export function cronText(cron: string): string | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/);
  if (more.length > 0 || month !== '*' || !/^\d+$/.test(minute)) return undefined;
  const days = daysText(day, weekday);
  const times = timesText(hour, minute);
  return days === undefined || times === undefined ? undefined : `${days} ${times}`;
}

function timesText(hour: string, minute: string): string | undefined {
  const past = minute.padStart(2, '0');
  if (hour === '*') return texts.everyHour(past);
  const every = /^\*\/(\d+)$/.exec(hour)?.[1];
  if (every !== undefined) return texts.everyHours(Number(every), past);
  const hours = hour.split(',');
  return hours.every((each) => /^\d+$/.test(each))
    ? texts.at(hours.map((each) => `${each.padStart(2, '0')}:${past}`).join(', '))
    : undefined;
}

function daysText(day: string, weekday: string): string | undefined {
  if (day === '*') return weekday === '*' ? texts.daily : weekdaysText(weekday);
  return weekday === '*' && /^\d+(,\d+)*$/.test(day) ? texts.monthly(day.split(',').join(', ')) : undefined;
}

function weekdaysText(weekday: string): string | undefined {
  const range = /^(\d)-(\d)$/.exec(weekday);
  if (range) return texts.fromTo(weekdayName(range[1]!), weekdayName(range[2]!));
  const days = weekday.split(',');
  return days.every((each) => /^[0-7]$/.test(each)) ? texts.on(days.map(weekdayName).join(', ')) : undefined;
}

/** Both 0 and 7 are Sunday. */
function weekdayName(weekday: string): string {
  return texts.weekdays[Number(weekday) % DAYS]!;
}
