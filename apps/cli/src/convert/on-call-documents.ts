/** Schedules and policies of other systems in common terms, and the resulting documents. All pure. */

/** A member of a JSON object; undefined if it is missing, or the value is not an object. */
export function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

export function readText(value: unknown, name: string): string | undefined {
  const text = getMember(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

export function readNumber(value: unknown, name: string): number | undefined {
  const number = getMember(value, name);
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

export function readList(value: unknown, name: string): readonly unknown[] {
  const list = getMember(value, name);
  return Array.isArray(list) ? list : [];
}

/** Maximum nesting that is searched; no API nests its records deeper. */
const DEEPEST = 6;

/** Finds records in a document, however their lists are nested, but not inside of other records. */
export function recordsIn(document: unknown, isRecord: (value: unknown) => boolean, depth = 0): unknown[] {
  if (typeof document !== 'object' || document === null || depth > DEEPEST) return [];
  if (isRecord(document)) return [document];
  return Object.values(document).flatMap((value) => recordsIn(value, isRecord, depth + 1));
}

/** Hours of a turn by terms of several systems. */
export const TURN_HOURS: Readonly<Record<string, number>> = { hourly: 1, daily: 24, weekly: 168 };

/** Whether a record is a person with an e-mail address. */
export const isUser = (value: unknown): boolean =>
  readText(value, 'email') !== undefined && readText(value, 'id') !== undefined;

export function loginsIn(users: readonly unknown[]): (readonly [id: string, login: string])[] {
  return users.map((user) => [readText(user, 'id')!, readText(user, 'email')!] as const);
}

export interface OnCallDocument {
  readonly kind: 'Rotation' | 'EscalationPolicy';
  readonly name: string;
  readonly spec: object;
}

/** Documents converted from another system, and a line for everything that could not be converted. */
export interface Converted {
  readonly documents: readonly OnCallDocument[];
  readonly lost: readonly string[];
}

/** A rotation in terms that other systems share. */
export interface Turns {
  readonly name: string;
  readonly timeZone: string;
  /** Start of the first member's turn; without an offset, in the time zone. */
  readonly start: string;
  readonly hours: number;
  readonly members: readonly string[];
}

const DAY_H = 24;
const WEEK_H = 7 * DAY_H;
const MAX_MEMBERS = 100;
const MAX_STEPS = 10;
const MAX_RECEIVERS = 20;
const MAX_NAME_LENGTH = 100;

/** Assigns unique names, because records of the other system may share one. */
export class Names {
  private readonly taken = new Set<string>();

  take(wanted: string): string {
    const short = [...wanted].slice(0, MAX_NAME_LENGTH - 6).join('');
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? short : `${short} ${number}`;
      if (this.taken.has(name)) continue;
      this.taken.add(name);
      return name;
    }
  }
}

/**
 * A rotation, or why it cannot be converted, as the rest of a sentence. For turns of several days or weeks, members are
 * repeated.
 */
export function convertRotation({ name, timeZone, start, hours, members }: Turns): OnCallDocument | string {
  if (members.length === 0) return 'has no members';
  if (Number.isNaN(Date.parse(start))) return 'has no start';
  if (hours === 0) return 'has no handovers by hours, days or weeks';
  const turn = hours % WEEK_H === 0 ? WEEK_H : DAY_H;
  const times = hours / turn;
  if (!Number.isInteger(times) || times < 1)
    return `changes every ${hours} hours; shifts must last whole days or weeks`;
  const turns = members.flatMap((one) => Array.from({ length: times }, () => one));
  if (turns.length > MAX_MEMBERS) return `has more than ${MAX_MEMBERS} turns`;
  const place = placeIn(timeZone, start);
  if (!place) return `is in the unknown time zone ${timeZone}`;
  return {
    kind: 'Rotation',
    name,
    spec: {
      timeZone,
      turn: turn === WEEK_H ? 'WEEKLY' : 'DAILY',
      handOverTime: place.time,
      firstDay: place.day,
      members: turns,
    },
  };
}

const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?$/;

/** Day and time in the time zone; undefined if it is unknown. */
function placeIn(timeZone: string, start: string): { day: string; time: string } | undefined {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    const [, localDay, localTime] = LOCAL_TIME.exec(start) ?? [];
    if (localDay !== undefined && localTime !== undefined) return { day: localDay, time: localTime };
    const [day, time] = format.format(Date.parse(start)).split(' ') as [string, string];
    return { day, time };
  } catch {
    return undefined;
  }
}

export type Receiver = { readonly user: string } | { readonly rotation: string };

/** A step of an escalation policy. */
export interface PolicyStep {
  readonly afterMinutes: number;
  readonly receivers: readonly Receiver[];
}

/** An escalation policy, and what could not be converted. Steps with the same delay are merged. */
export function convertPolicy(
  name: string,
  steps: readonly PolicyStep[],
): { document?: OnCallDocument; lost: string[] } {
  const lost: string[] = [];
  const at = new Map<number, Receiver[]>();
  for (const { afterMinutes, receivers } of steps) {
    if (receivers.length > 0) at.set(afterMinutes, [...(at.get(afterMinutes) ?? []), ...receivers]);
  }
  const all = [...at].sort(([one], [other]) => one - other);
  if (all.length > MAX_STEPS) lost.push(`policy ${name}: only its first ${MAX_STEPS} of ${all.length} steps`);
  const kept = all.slice(0, MAX_STEPS).map(([afterMinutes, receivers]) => {
    const notifications = toNotifications(receivers);
    if (notifications.length > MAX_RECEIVERS)
      lost.push(`policy ${name}: more than ${MAX_RECEIVERS} receivers in a step`);
    return { afterMinutes, receivers: notifications.slice(0, MAX_RECEIVERS) };
  });
  if (kept.length === 0) return { lost: [...lost, `policy ${name}: no recipient could be converted`] };
  return { document: { kind: 'EscalationPolicy', name, spec: { steps: kept } }, lost };
}

function toNotifications(receivers: readonly Receiver[]): object[] {
  const users = [...new Set(receivers.flatMap((one) => ('user' in one ? [one.user] : [])))];
  const rotations = [...new Set(receivers.flatMap((one) => ('rotation' in one ? [one.rotation] : [])))];
  return [
    ...rotations.map((rotationId) => ({ sender: 'On-Call Rotation', config: { rotationId } })),
    ...(users.length > 0 ? [{ sender: 'System Users', config: { subjectId: users } }] : []),
  ];
}

/**
 * Repeats all steps up to the maximum, because other systems repeat the whole policy, and this one only its last step.
 */
export function findRepeated(
  name: string,
  steps: readonly PolicyStep[],
  { times, periodMinutes }: { times: number; periodMinutes: number },
  lost: string[],
): PolicyStep[] {
  const stepCount = steps.filter(({ receivers }) => receivers.length > 0).length;
  const room = stepCount === 0 ? 0 : Math.floor(MAX_STEPS / stepCount) - 1;
  const kept = periodMinutes > 0 ? Math.max(0, Math.min(times, room)) : 0;
  if (kept < times) lost.push(`policy ${name}: repeats all steps ${times} times; only ${kept} are possible`);
  return Array.from({ length: kept + 1 }, (_, round) =>
    steps.map((step) => ({ ...step, afterMinutes: step.afterMinutes + round * periodMinutes })),
  ).flat();
}

/** Maps people of the other system to logins; an unknown person keeps the name, with a note. */
export class People {
  private readonly said = new Set<string>();

  constructor(
    private readonly logins: ReadonlyMap<string, string>,
    private readonly lost: string[],
  ) {}

  login(id: string, name: string | undefined): string {
    const known = this.logins.get(id);
    if (known !== undefined) return known;
    const shown = name ?? id;
    if (!this.said.has(id)) {
      this.said.add(id);
      this.lost.push(`user ${shown}: the file has no address, so ${shown} is used as login`);
    }
    return shown;
  }
}
