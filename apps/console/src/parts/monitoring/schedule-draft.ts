import type { NewOperationSchedule } from '@wardstone/client/monitoring';

export type StartChoice = 'now' | 'once' | 'daily' | 'weekly' | 'monthly';

/** A requested run as fields of a form. */
export interface ScheduleDraft {
  when: StartChoice;
  /** Local time. */
  start: string;
  /** Number of members at a time; empty for all. */
  atOnce: string;
  stops: boolean;
}

const HOUR_MS = 3_600_000;
const RULES: Partial<Record<StartChoice, string>> = {
  daily: 'FREQ=DAILY',
  weekly: 'FREQ=WEEKLY',
  monthly: 'FREQ=MONTHLY',
};

/** Initial values: the next full hour, one member at a time. Pure. */
export function firstDraft(when: StartChoice, now: number): ScheduleDraft {
  const start = Math.ceil((now + 1) / HOUR_MS) * HOUR_MS;
  const offsetMs = new Date(start).getTimezoneOffset() * 60_000;
  return { when, start: new Date(start - offsetMs).toISOString().slice(0, 16), atOnce: '1', stops: true };
}

/** Whether all values are complete and valid. Pure. */
export function isReady({ when, start, atOnce }: ScheduleDraft): boolean {
  return (when === 'now' || start !== '') && /^(|[1-9]\d{0,2}|1000)$/.test(atOnce);
}

/** Times and limits as parameters of the operation. Pure. */
export function toSchedule(
  { when, start, atOnce, stops }: ScheduleDraft,
  { isGroup, timeZone }: { isGroup: boolean; timeZone: string },
): Pick<NewOperationSchedule, 'maxConcurrent' | 'stopOnFailure' | 'startTime' | 'rule' | 'timeZone'> {
  const rule = RULES[when];
  return {
    ...(isGroup && atOnce !== '' ? { maxConcurrent: Number(atOnce) } : {}),
    ...(isGroup ? { stopOnFailure: stops } : {}),
    ...(when === 'now' ? {} : { startTime: new Date(start).getTime() }),
    ...(rule === undefined ? {} : { rule, timeZone }),
  };
}
