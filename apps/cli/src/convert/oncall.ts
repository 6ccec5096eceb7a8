import { Conversion } from './conversion';
import {
  type Converted,
  isUser,
  readList,
  loginsIn,
  readNumber,
  type PolicyStep,
  type Receiver,
  recordsIn,
  readText,
  TURN_HOURS,
} from './on-call-documents';

const isShift = (value: unknown): boolean =>
  readText(value, 'start') !== undefined && readText(value, 'type') !== undefined;
const isSchedule = (value: unknown): boolean =>
  ['web', 'calendar', 'ical'].includes(readText(value, 'type') ?? '') && readText(value, 'name') !== undefined;
const isStep = (value: unknown): boolean => readText(value, 'escalation_chain_id') !== undefined;
const isChain = (value: unknown): boolean =>
  [readText(value, 'name'), readText(value, 'id')].every((text) => text !== undefined) &&
  readText(value, 'type') === undefined &&
  !isUser(value);

/**
 * Schedules, shifts, escalation chains, their policies and users of the HTTP API of Grafana OnCall (and IRM).
 * Source: https://grafana.com/docs/oncall/latest/oncall-api-reference/
 */
export function convertOnCall(file: unknown): Converted {
  const conversion = new Conversion(loginsIn(recordsIn(file, isUser)));
  const shifts = new Map(recordsIn(file, isShift).map((shift) => [readText(shift, 'id') ?? '', shift] as const));
  for (const schedule of recordsIn(file, isSchedule)) convertSchedule(conversion, schedule, shifts);
  const titles = new Map(
    recordsIn(file, isChain).map((chain) => [readText(chain, 'id')!, readText(chain, 'name')!] as const),
  );
  const chains = Map.groupBy(recordsIn(file, isStep), (step) => readText(step, 'escalation_chain_id')!);
  for (const [chain, steps] of chains) {
    const sorted = [...steps].sort((a, b) => (readNumber(a, 'position') ?? 0) - (readNumber(b, 'position') ?? 0));
    conversion.addPolicy(titles.get(chain) ?? `chain ${chain}`, (name) => ({
      steps: toSteps(conversion, name, sorted),
    }));
  }
  return conversion;
}

function convertSchedule(conversion: Conversion, schedule: unknown, shifts: ReadonlyMap<string, unknown>): void {
  const title = readText(schedule, 'name')!;
  if (readText(schedule, 'type') === 'ical') conversion.lose(`schedule ${title}: it is an iCal feed`);
  const own = readList(schedule, 'shifts').flatMap((id) => {
    const shift = shifts.get(String(id));
    if (!shift) conversion.lose(`schedule ${title}: its shift ${String(id)}, which is not in the file`);
    return shift === undefined ? [] : [shift];
  });
  const rolling = own.filter((shift) => readText(shift, 'type') === 'rolling_users');
  if (own.length > rolling.length)
    conversion.lose(`schedule ${title}: ${own.length - rolling.length} shifts that do not recur`);
  if (rolling.length > 1)
    conversion.lose(`schedule ${title} as a whole: each of its ${rolling.length} rotations becomes a rotation`);
  const receivers = rolling.flatMap((shift) => {
    const name = rolling.length === 1 ? title : `${title} ${readText(shift, 'name') ?? 'shift'}`;
    return convertShift(conversion, shift, {
      name,
      timeZone: readText(schedule, 'time_zone') ?? 'UTC',
      isWeb: readText(schedule, 'type') === 'web',
    });
  });
  conversion.remember(readText(schedule, 'id') ?? title, receivers);
}

const HAS_OFFSET = /(Z|[+-]\d\d:?\d\d)$/;

function convertShift(
  conversion: Conversion,
  shift: unknown,
  of: { name: string; timeZone: string; isWeb: boolean },
): Receiver[] {
  const { name } = of;
  const ownZone = readText(shift, 'time_zone');
  const hours = (TURN_HOURS[readText(shift, 'frequency') ?? ''] ?? 0) * (readNumber(shift, 'interval') ?? 1);
  if (readList(shift, 'by_day').length > 0 || (readNumber(shift, 'duration') ?? 0) < hours * 3_600)
    conversion.lose(`schedule ${name}: the hours of its shifts; the rotation is on call all day`);
  const members = readList(shift, 'rolling_users').map((group) => {
    const ids = (Array.isArray(group) ? group : [group]).map(String);
    if (ids.length > 1)
      conversion.lose(`schedule ${name}: ${ids.length} people share a shift; only the first is on call`);
    return conversion.people.login(ids[0] ?? '', undefined);
  });
  const first = readNumber(shift, 'start_rotation_from_user_index') ?? 0;
  const start = readText(shift, 'rotation_start') ?? readText(shift, 'start') ?? '';
  return conversion.addRotation({
    name,
    timeZone: ownZone ?? of.timeZone,
    // Shifts of the web UI are in UTC, those of the API in the time zone of the shift or schedule.
    start: of.isWeb && ownZone === undefined && !HAS_OFFSET.test(start) ? `${start}Z` : start,
    hours,
    members: [...members.slice(first), ...members.slice(0, first)],
  });
}

function toSteps(conversion: Conversion, policy: string, all: readonly unknown[]): PolicyStep[] {
  let atSeconds = 0;
  return all.flatMap((step): PolicyStep[] => {
    const type = readText(step, 'type') ?? '';
    if (type === 'wait') {
      atSeconds += readNumber(step, 'duration') ?? 60;
      return [];
    }
    const receivers = toReceivers(conversion, type, step);
    if (receivers.length === 0) conversion.lose(`policy ${policy}: its step ${type}`);
    return [{ afterMinutes: Math.ceil(atSeconds / 60), receivers }];
  });
}

function toReceivers(conversion: Conversion, type: string, step: unknown): readonly Receiver[] {
  if (type === 'notify_on_call_from_schedule')
    return conversion.recall(readText(step, 'notify_on_call_from_schedule') ?? '') ?? [];
  if (type !== 'notify_persons' && type !== 'notify_person_next_each_time') return [];
  const ids = [...readList(step, 'persons_to_notify'), ...readList(step, 'persons_to_notify_next_each_time')];
  return ids.map((id) => ({ user: conversion.people.login(String(id), undefined) }));
}
