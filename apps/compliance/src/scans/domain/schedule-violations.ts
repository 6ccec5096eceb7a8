import { parseCron, type ScanTiming } from './scan-moments';

const MAX_HOURS = 8_760;
const MAX_SPREAD_MINUTES = 1_440;
const MAX_CHARACTERS = 100;
const IS_OFFSET = /^[+-]/;

/** Violations of rules by a schedule, one text each; empty if it is valid (rule compliance-36). */
export function scheduleViolations({ interval_hours: hours, cron, time_zone, spread_minutes }: ScanTiming): string[] {
  const problems =
    (hours === null) === (cron === null)
      ? ['must have either interval hours or cron']
      : cron === null
        ? intervalProblems(hours!, time_zone ?? spread_minutes)
        : cronProblems(cron, time_zone!, spread_minutes!);
  return problems.map((problem) => `V2::ScanSchedule ${problem}`);
}

function intervalProblems(hours: number, partOfCron: unknown): string[] {
  return [
    ...(hours >= 1 && hours <= MAX_HOURS ? [] : [`interval hours must be between 1 and ${MAX_HOURS}`]),
    ...(partOfCron === null ? [] : ['time zone and spread minutes need cron']),
  ];
}

function cronProblems(cron: string, timeZone: string, spreadMinutes: number): string[] {
  const isSpread = spreadMinutes >= 0 && spreadMinutes <= MAX_SPREAD_MINUTES;
  const spread = isSpread ? [] : [`spread minutes must be between 0 and ${MAX_SPREAD_MINUTES}`];
  return [...timeProblems(cron, timeZone), ...spread];
}

/** Problems of a cron pattern, which may have one minute per hour. */
export function timeProblems(cron: string, timeZone: string): string[] {
  if (!isTimeZone(timeZone)) return ['time zone must be an IANA name'];
  const problem = patternProblem(cron, timeZone);
  return problem === undefined ? [] : [`cron ${problem}`];
}

function patternProblem(cron: string, timeZone: string): string | undefined {
  const fields = cron.split(' ');
  if (fields.length !== 5) return 'must have five fields: minute, hour, day of month, month, day of week';
  // Only a single minute, so that nothing is done more than once an hour.
  if (!/^[0-5]?\d$/.test(fields[0]!)) return 'must name a single minute, 0 to 59: once an hour at most';
  if (cron.length > MAX_CHARACTERS) return `is too long (maximum is ${MAX_CHARACTERS} characters)`;
  // The library would replace it with the current time.
  if (cron.includes('?')) return 'must not contain ?';
  try {
    return parseCron(cron, timeZone).nextRun() ? undefined : 'never comes';
  } catch (error) {
    return `cannot be read: ${(error as Error).message.replace('CronPattern: ', '')}`;
  }
}

function isTimeZone(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return !IS_OFFSET.test(timeZone);
  } catch {
    return false;
  }
}
