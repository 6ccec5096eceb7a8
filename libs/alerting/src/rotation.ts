import { MAX_MEMBERS, MAX_OVERRIDES, type RotationTurn } from '@wardstone/terms';
import { LRUCache } from 'lru-cache';
import { type Day, parseDay, isTimeZone, toEpochMs } from './wall-clock';

/** A person replaces whoever is on call, from the start until before the end. */
export interface RotationOverride {
  readonly userId: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** Members take turns of a day or a week; turns change at a time of day. */
export interface RotationTimes {
  readonly timeZone: string;
  readonly turn: RotationTurn;
  /** Time of day such as `09:00`. */
  readonly handOverTime: string;
  /** Date such as `2026-11-30` on which the turn of the first member begins; of weekly turns it fixes the day of the week. */
  readonly firstDay: string;
  /** User ids in the order of their turns. */
  readonly members: readonly number[];
  readonly overrides: readonly RotationOverride[];
}

/** One person is on call from the start until before the end. */
export interface Shift {
  readonly userId: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly isOverride: boolean;
}

const DAY_MS = 86_400_000;
const MAX_OVERRIDE_MS = 366 * DAY_MS;
const MAX_MS = 10 * 366 * DAY_MS;

/** A rotation as given in a request. */
export type RequestedRotation = { readonly [K in keyof RotationTimes]?: RotationTimes[K] | undefined };

/** The rotation, without overrides that have ended, or its problem. Pure. */
export function checkRotation(given: RequestedRotation, nowMs: number): RotationTimes | { problem: string } {
  const { timeZone, turn = 'WEEKLY', handOverTime = '09:00', firstDay, members = [], overrides = [] } = given;
  if (timeZone === undefined || !isTimeZone(timeZone)) {
    return { problem: 'Field timeZone must be a time zone such as Europe/Berlin' };
  }
  const first = firstDay === undefined ? undefined : parseDay(firstDay);
  if (!first || Math.abs(toEpochMs(first, handOverTime, timeZone) - nowMs) > MAX_MS) {
    return { problem: 'Field firstDay must be a date within ten years such as 2026-11-30' };
  }
  if (members.length === 0 || members.length > MAX_MEMBERS) {
    return { problem: `Field members must have 1 to ${MAX_MEMBERS} users` };
  }
  const open = overrides.filter(({ endMs }) => !(endMs <= nowMs)).sort((a, b) => a.startMs - b.startMs);
  const problem = problemOfOverrides(open, nowMs);
  if (problem !== undefined) return { problem: `Field overrides${problem}` };
  return { timeZone, turn, handOverTime, firstDay: firstDay!, members, overrides: open };
}

/** @param overrides by their start */
function problemOfOverrides(overrides: readonly RotationOverride[], nowMs: number): string | undefined {
  if (overrides.length > MAX_OVERRIDES) return ` must have at most ${MAX_OVERRIDES} that have not ended`;
  for (const [index, { startMs, endMs }] of overrides.entries()) {
    if (!(endMs > startMs)) return ': each needs an endTime later than its startTime';
    if (endMs - startMs > MAX_OVERRIDE_MS) return ': each lasts 366 days at most';
    if (startMs - nowMs > MAX_MS) return ': each must begin within ten years';
    if (index > 0 && startMs < overrides[index - 1]!.endMs) return ': they must not overlap';
  }
  return undefined;
}

/** The shift at this moment: always exactly one person. See rule alerts-40. */
export function shiftAt(rotation: RotationTimes, atMs: number): Shift {
  const turns = getTurns(rotation);
  const turn = turns.at(atMs);
  let [startMs, endMs] = [turns.startMs(turn), turns.startMs(turn + 1)];
  for (const { userId, ...override } of rotation.overrides) {
    if (override.startMs <= atMs && atMs < override.endMs) return { userId, ...override, isOverride: true };
    if (override.endMs <= atMs) startMs = Math.max(startMs, override.endMs);
    else endMs = Math.min(endMs, override.startMs);
  }
  const { members } = rotation;
  const place = ((turn % members.length) + members.length) % members.length;
  return { userId: members[place]!, startMs, endMs, isOverride: false };
}

/** Shifts from the one that includes the start to the last one that begins before the end, in order. */
export function shiftsBetween(rotation: RotationTimes, startMs: number, endMs: number): Shift[] {
  const shifts: Shift[] = [];
  for (let atMs = startMs; atMs < endMs; atMs = shifts.at(-1)!.endMs) shifts.push(shiftAt(rotation, atMs));
  return shifts;
}

interface Turns {
  /** Start of a turn, in ms since the epoch; the turn of the first day is 0, earlier ones are negative. */
  startMs(turn: number): number;
  /** The turn at a time; of several that begin at the same time, e.g. where the time zone skips a day, the last. */
  at(atMs: number): number;
}

/** Cached because the calendar reads the same rotation repeatedly. */
const parsed = new LRUCache<string, Turns>({ max: 1_000 });

function getTurns({ timeZone, turn, handOverTime, firstDay }: RotationTimes): Turns {
  const key = [timeZone, turn, handOverTime, firstDay].join(' ');
  const known = parsed.get(key) ?? turnsFrom(parseDay(firstDay)!, turn === 'DAILY' ? 1 : 7, handOverTime, timeZone);
  parsed.set(key, known);
  return known;
}

function turnsFrom(first: Day, days: number, time: string, timeZone: string): Turns {
  const startMs = (turn: number): number => toEpochMs(first.add({ days: turn * days }), time, timeZone);
  const originMs = startMs(0);
  return {
    startMs,
    at: (atMs) => {
      // A clock change moves the start of a turn by a day at most.
      let turn = Math.floor((atMs - originMs) / (days * DAY_MS)) - 1;
      while (startMs(turn) > atMs) turn--;
      while (startMs(turn + 1) <= atMs) turn++;
      return turn;
    },
  };
}

/** Maximum number of turns to search for another person, since overrides may hide everyone else for long. */
const MAX_TURNS_AHEAD = 2 * (MAX_MEMBERS + MAX_OVERRIDES);

/** The current shift, and the next one of another person; `next` is undefined if nobody else takes turns. Pure. */
export function presentShifts(rotation: RotationTimes, nowMs: number): { current: Shift; next: Shift | undefined } {
  const current = shiftAt(rotation, nowMs);
  let next = shiftAt(rotation, current.endMs);
  for (let turn = 0; next.userId === current.userId && turn < MAX_TURNS_AHEAD; turn++)
    next = shiftAt(rotation, next.endMs);
  if (next.userId === current.userId) return { current, next: undefined };
  return { current: { ...current, endMs: next.startMs }, next };
}
