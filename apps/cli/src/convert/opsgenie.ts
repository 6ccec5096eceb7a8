import { Conversion } from './conversion';
import {
  type Converted,
  readList,
  getMember,
  readNumber,
  type PolicyStep,
  type Receiver,
  recordsIn,
  readText,
  TURN_HOURS,
} from './on-call-documents';

const MINUTES: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 1_440 };

const isSchedule = (value: unknown): boolean => Array.isArray(getMember(value, 'rotations'));
const isEscalation = (value: unknown): boolean =>
  Array.isArray(getMember(value, 'rules')) && readText(value, 'name') !== undefined;
const getName = (value: unknown): string =>
  readText(value, 'name') ?? readText(value, 'username') ?? readText(value, 'id') ?? '';

/**
 * Schedules (`GET /v2/schedules?expand=rotation`) and escalations (`GET /v2/escalations`) of Opsgenie, and of Jira Service
 * Management, which has the same. Source: https://docs.opsgenie.com/docs/schedule-api, https://docs.opsgenie.com/docs/escalation-api
 */
export function convertOpsgenie(file: unknown): Converted {
  const conversion = new Conversion();
  for (const schedule of recordsIn(file, isSchedule)) convertSchedule(conversion, schedule);
  for (const escalation of recordsIn(file, isEscalation)) convertEscalation(conversion, escalation);
  return conversion;
}

function convertSchedule(conversion: Conversion, schedule: unknown): void {
  const title = readText(schedule, 'name') ?? 'schedule';
  const rotations = readList(schedule, 'rotations');
  if (rotations.length === 0)
    conversion.lose(`schedule ${title}: it has no rotations in the file; request schedules with expand=rotation`);
  if (rotations.length > 1)
    conversion.lose(`schedule ${title} as a whole: each of its ${rotations.length} rotations becomes a rotation`);
  if (getMember(schedule, 'enabled') === false) conversion.lose(`schedule ${title}: its disabled state`);
  const receivers = rotations.flatMap((rotation) => {
    const name = rotations.length === 1 ? title : `${title} ${readText(rotation, 'name') ?? 'rotation'}`;
    if (getMember(rotation, 'timeRestriction'))
      conversion.lose(`schedule ${name}: its time restriction; the rotation is on call all day`);
    if (readText(rotation, 'endDate') !== undefined) conversion.lose(`schedule ${name}: its end date`);
    return conversion.addRotation({
      name,
      timeZone: readText(schedule, 'timezone') ?? 'UTC',
      start: readText(rotation, 'startDate') ?? '',
      hours: (TURN_HOURS[readText(rotation, 'type') ?? ''] ?? 0) * (readNumber(rotation, 'length') ?? 1),
      members: readList(rotation, 'participants').flatMap((participant) => {
        const user = readText(participant, 'username');
        if (user === undefined)
          conversion.lose(
            `schedule ${name}: the participant ${readText(participant, 'type') ?? ''} ${getName(participant)}`,
          );
        return user ?? [];
      }),
    });
  });
  for (const key of [readText(schedule, 'id'), title]) if (key !== undefined) conversion.remember(key, receivers);
}

function convertEscalation(conversion: Conversion, escalation: unknown): void {
  conversion.addPolicy(readText(escalation, 'name')!, (name) => {
    const steps = readList(escalation, 'rules').map((rule): PolicyStep => {
      const [delay, recipient] = [getMember(rule, 'delay'), getMember(rule, 'recipient')];
      const unit = MINUTES[readText(delay, 'timeUnit') ?? 'minutes'] ?? 1;
      reportLosses(conversion, name, rule);
      return {
        afterMinutes: Math.round((readNumber(delay, 'timeAmount') ?? 0) * unit),
        receivers: toReceivers(conversion, recipient, name),
      };
    });
    const repeat = getMember(escalation, 'repeat');
    const wait = readNumber(repeat, 'waitInterval') ?? 0;
    const times = wait === 0 ? 0 : (readNumber(repeat, 'count') ?? 0);
    const last = Math.max(0, ...steps.map(({ afterMinutes }) => afterMinutes));
    return { steps, loops: { times, periodMinutes: last + wait } };
  });
}

function reportLosses(conversion: Conversion, policy: string, rule: unknown): void {
  const notifyType = readText(rule, 'notifyType') ?? 'default';
  if (readText(rule, 'condition') === 'if-not-closed')
    conversion.lose(`policy ${policy}: a step for acknowledged alerts; escalation ends with the acknowledgement`);
  if (notifyType !== 'default')
    conversion.lose(
      `policy ${policy}: notify type ${notifyType} of ${getName(getMember(rule, 'recipient'))}; the person on call is notified instead`,
    );
}

function toReceivers(conversion: Conversion, recipient: unknown, policy: string): readonly Receiver[] {
  const [type = '', user] = [readText(recipient, 'type'), readText(recipient, 'username')];
  if (type === 'user' && user !== undefined) return [{ user }];
  const names = type === 'schedule' ? [readText(recipient, 'id'), readText(recipient, 'name')] : [];
  const found = names.map((name) => conversion.recall(name ?? '')).find((each) => each !== undefined);
  if (!found) conversion.lose(`policy ${policy}: its recipient ${type} ${getName(recipient)}`);
  return found ?? [];
}
