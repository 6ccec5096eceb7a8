import { Conversion } from './conversion';
import {
  type Converted,
  isUser,
  readList,
  loginsIn,
  getMember,
  readNumber,
  type PolicyStep,
  type Receiver,
  recordsIn,
  readText,
  TURN_HOURS,
} from './on-call-documents';

const isRotation = (value: unknown): boolean => readNumber(value, 'shiftLength') !== undefined;
const isSchedule = (value: unknown): boolean =>
  Array.isArray(getMember(value, 'targets')) && readText(value, 'timeZone') !== undefined;
const isPolicy = (value: unknown): boolean => Array.isArray(getMember(value, 'steps'));

/**
 * Rotations (with users), schedules (with targets), escalation policies (with steps and targets) and users of GoAlert's GraphQL
 * API. Source: https://github.com/target/goalert/blob/master/graphql2/schema.graphql
 */
export function convertGoAlert(file: unknown): Converted {
  const rotations = recordsIn(file, isRotation);
  const ofRotations = rotations.flatMap((rotation) => readList(rotation, 'users')).filter(isUser);
  const conversion = new Conversion(loginsIn([...recordsIn(file, isUser), ...ofRotations]));
  for (const rotation of rotations) convertRotation(conversion, rotation);
  for (const schedule of recordsIn(file, isSchedule)) convertSchedule(conversion, schedule);
  for (const policy of recordsIn(file, isPolicy)) convertPolicy(conversion, policy);
  return conversion;
}

function convertRotation(conversion: Conversion, rotation: unknown): void {
  const name = readText(rotation, 'name') ?? 'rotation';
  if ((readNumber(rotation, 'activeUserIndex') ?? 0) > 0)
    conversion.lose(`rotation ${name}: the current member; shifts begin with the first member`);
  const turns = {
    name,
    timeZone: readText(rotation, 'timeZone') ?? 'UTC',
    start: readText(rotation, 'start') ?? '',
    hours: (TURN_HOURS[readText(rotation, 'type') ?? ''] ?? 0) * (readNumber(rotation, 'shiftLength') ?? 1),
    members: listMembers(rotation).map(({ id, name: of }) => conversion.people.login(id, of)),
  };
  conversion.remember(`rotation ${readText(rotation, 'id') ?? name}`, conversion.addRotation(turns, 'rotation'));
}

/** `users`, or `userIDs` if only these were exported. */
function listMembers(rotation: unknown): { id: string; name: string | undefined }[] {
  const users = readList(rotation, 'users');
  if (users.length > 0) return users.map((user) => ({ id: readText(user, 'id') ?? '', name: readText(user, 'name') }));
  return readList(rotation, 'userIDs').map((id) => ({ id: String(id), name: undefined }));
}

/** Converts a GoAlert schedule to the receivers of its targets. */
function convertSchedule(conversion: Conversion, schedule: unknown): void {
  const title = readText(schedule, 'name') ?? 'schedule';
  const receivers = readList(schedule, 'targets').flatMap((each) => {
    const target = getMember(each, 'target');
    if (readList(each, 'rules').some((rule) => !isAlways(rule)))
      conversion.lose(`schedule ${title}: the hours of ${readText(target, 'name') ?? ''}, who is on call all day`);
    return toReceivers(conversion, target, `schedule ${title}`);
  });
  conversion.remember(`schedule ${readText(schedule, 'id') ?? title}`, receivers);
}

function convertPolicy(conversion: Conversion, policy: unknown): void {
  conversion.addPolicy(readText(policy, 'name') ?? 'policy', (name) => {
    let atMinutes = 0;
    const steps = readList(policy, 'steps').map((step): PolicyStep => {
      const receivers = listTargets(step).flatMap((target) => toReceivers(conversion, target, `policy ${name}`));
      const made = { afterMinutes: atMinutes, receivers };
      atMinutes += readNumber(step, 'delayMinutes') ?? 15;
      return made;
    });
    return { steps, loops: { times: readNumber(policy, 'repeat') ?? 0, periodMinutes: atMinutes } };
  });
}

/** Targets of a step; since 0.33 its actions contain the same as destinations. */
function listTargets(step: unknown): readonly unknown[] {
  const targets = readList(step, 'targets');
  return targets.length > 0 ? targets : readList(step, 'actions').map(targetOfAction);
}

/** Kinds of destinations for people or rotations, with the argument that contains the id. */
const DESTINATIONS: Readonly<Record<string, readonly [type: string, argument: string]>> = {
  'builtin-user': ['user', 'user_id'],
  'builtin-rotation': ['rotation', 'rotation_id'],
  'builtin-schedule': ['schedule', 'schedule_id'],
};

function targetOfAction(action: unknown): object {
  const type = readText(action, 'type') ?? '';
  const name = readText(getMember(action, 'displayInfo'), 'text');
  const [kind, argument] = DESTINATIONS[type] ?? [type, ''];
  const value = readList(action, 'values').find((each) => readText(each, 'fieldID')?.replaceAll('-', '_') === argument);
  const id = readText(getMember(action, 'args'), argument) ?? readText(value, 'value') ?? '';
  return { type: kind, id, name: name ?? readText(value, 'label') };
}

function toReceivers(conversion: Conversion, target: unknown, of: string): readonly Receiver[] {
  const [id = '', type = '', name] = [readText(target, 'id'), readText(target, 'type'), readText(target, 'name')];
  if (type === 'user') return [{ user: conversion.people.login(id, name) }];
  const found = conversion.recall(`${type} ${id}`);
  if (!found) conversion.lose(`${of}: its target ${type} ${name ?? id}`);
  return found ?? [];
}

/** Whether a rule applies every day, all day. */
function isAlways(rule: unknown): boolean {
  const days = getMember(rule, 'weekdayFilter');
  const isDaily = days === undefined || (Array.isArray(days) && days.every((day) => day === true));
  return isDaily && (readText(rule, 'start') ?? '') === (readText(rule, 'end') ?? '');
}
