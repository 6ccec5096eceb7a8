/** Texts of schedules. */
export const scheduleTexts = {
  kinds: {
    request: 'On demand',
    interval: 'Every N hours',
    daily: 'Daily',
    weekly: 'Weekly',
    monthly: 'Monthly',
    cron: 'Cron schedule',
  },
  time: 'Time of day',
  weekday: 'Day of the week',
  day: 'Day of the month',
  dayHelp: 'From 1 to 28.',
  cronWords: {
    daily: 'Daily',
    monthly: (days: string) => `Monthly on day ${days}`,
    fromTo: (first: string, last: string) => `${first} to ${last}`,
    on: (days: string) => days,
    at: (times: string) => `at ${times}`,
    everyHour: (minute: string) => `every hour, at minute ${minute}`,
    everyHours: (hours: number, minute: string) => `every ${hours} hours, at minute ${minute}`,
    weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  },
} as const;
