import { Conversion } from './conversion';
import {
  type Converted,
  isUser,
  listOf,
  loginsIn,
  member,
  numberOf,
  type PolicyStep,
  type Receiver,
  recordsIn,
  textOf,
  TURN_HOURS,
} from './on-call-documents';

const isRotation = (value: unknown): boolean => numberOf(value, 'shiftLength') !== undefined;
const isSchedule = (value: unknown): boolean =>
  Array.isArray(member(value, 'targets')) && textOf(value, 'timeZone') !== undefined;
const isPolicy = (value: unknown): boolean => Array.isArray(member(value, 'steps'));

/**
 * Rotations (with users), schedules (with targets), escalation policies (with steps and targets) and users of GoAlert's GraphQL
 * API. Source: https://github.com/target/goalert/blob/master/graphql2/schema.graphql
 */
export function convertGoAlert(file: unknown): Converted {
  const rotations = recordsIn(file, isRotation);
  const ofRotations = rotations.flatMap((rotation) => listOf(rotation, 'users')).filter(isUser);
  const conversion = new Conversion(loginsIn([...recordsIn(file, isUser), ...ofRotations]));
  for (const rotation of rotations) convertRotation(conversion, rotation);
  for (const schedule of recordsIn(file, isSchedule)) convertSchedule(conversion, schedule);
  for (const policy of recordsIn(file, isPolicy)) convertPolicy(conversion, policy);
  return conversion;
}

function convertRotation(conversion: Conversion, rotation: unknown): void {
  const name = textOf(rotation, 'name') ?? 'rotation';
  if ((numberOf(rotation, 'activeUserIndex') ?? 0) > 0)
    conversion.lose(`rotation ${name}: whose turn it is; the turns begin with the first member at its start`);
  const turns = {
    name,
    timeZone: textOf(rotation, 'timeZone') ?? 'UTC',
    start: textOf(rotation, 'start') ?? '',
    hours: (TURN_HOURS[textOf(rotation, 'type') ?? ''] ?? 0) * (numberOf(rotation, 'shiftLength') ?? 1),
    members: membersOf(rotation).map(({ id, name: of }) => conversion.people.login(id, of)),
  };
  conversion.remember(`rotation ${textOf(rotation, 'id') ?? name}`, conversion.addRotation(turns, 'rotation'));
}

/** `users`, or `userIDs` if only these were exported. */
function membersOf(rotation: unknown): { id: string; name: string | undefined }[] {
  const users = listOf(rotation, 'users');
  if (users.length > 0) return users.map((user) => ({ id: textOf(user, 'id') ?? '', name: textOf(user, 'name') }));
  return listOf(rotation, 'userIDs').map((id) => ({ id: String(id), name: undefined }));
}

/** Converts a GoAlert schedule to the receivers of its targets. */
function convertSchedule(conversion: Conversion, schedule: unknown): void {
  const title = textOf(schedule, 'name') ?? 'schedule';
  const receivers = listOf(schedule, 'targets').flatMap((each) => {
    const target = member(each, 'target');
    if (listOf(each, 'rules').some((rule) => !isAlways(rule)))
      conversion.lose(`schedule ${title}: at which times ${textOf(target, 'name') ?? ''} counts; it counts all day`);
    return receiversOf(conversion, target, `schedule ${title}`);
  });
  conversion.remember(`schedule ${textOf(schedule, 'id') ?? title}`, receivers);
}

function convertPolicy(conversion: Conversion, policy: unknown): void {
  conversion.addPolicy(textOf(policy, 'name') ?? 'policy', (name) => {
    let atMinutes = 0;
    const steps = listOf(policy, 'steps').map((step): PolicyStep => {
      const receivers = targetsOf(step).flatMap((target) => receiversOf(conversion, target, `policy ${name}`));
      const made = { afterMinutes: atMinutes, receivers };
      atMinutes += numberOf(step, 'delayMinutes') ?? 15;
      return made;
    });
    return { steps, loops: { times: numberOf(policy, 'repeat') ?? 0, periodMinutes: atMinutes } };
  });
}

/** Targets of a step; since 0.33 its actions contain the same as destinations. */
function targetsOf(step: unknown): readonly unknown[] {
  const targets = listOf(step, 'targets');
  return targets.length > 0 ? targets : listOf(step, 'actions').map(targetOfAction);
}

/** Kinds of destinations for people or rotations, with the argument that contains the id. */
const DESTINATIONS: Readonly<Record<string, readonly [type: string, argument: string]>> = {
  'builtin-user': ['user', 'user_id'],
  'builtin-rotation': ['rotation', 'rotation_id'],
  'builtin-schedule': ['schedule', 'schedule_id'],
};

function targetOfAction(action: unknown): object {
  const type = textOf(action, 'type') ?? '';
  const name = textOf(member(action, 'displayInfo'), 'text');
  const [kind, argument] = DESTINATIONS[type] ?? [type, ''];
  const value = listOf(action, 'values').find((each) => textOf(each, 'fieldID')?.replaceAll('-', '_') === argument);
  const id = textOf(member(action, 'args'), argument) ?? textOf(value, 'value') ?? '';
  return { type: kind, id, name: name ?? textOf(value, 'label') };
}

function receiversOf(conversion: Conversion, target: unknown, of: string): readonly Receiver[] {
  const [id = '', type = '', name] = [textOf(target, 'id'), textOf(target, 'type'), textOf(target, 'name')];
  if (type === 'user') return [{ user: conversion.people.login(id, name) }];
  const found = conversion.recall(`${type} ${id}`);
  if (!found) conversion.lose(`${of}: its target ${type} ${name ?? id}`);
  return found ?? [];
}

/** Whether a rule applies every day, all day. */
function isAlways(rule: unknown): boolean {
  const days = member(rule, 'weekdayFilter');
  const isDaily = days === undefined || (Array.isArray(days) && days.every((day) => day === true));
  return isDaily && (textOf(rule, 'start') ?? '') === (textOf(rule, 'end') ?? '');
}
