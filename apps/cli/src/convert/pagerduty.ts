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
} from './on-call-documents';

const isSchedule = (value: unknown): boolean => Array.isArray(getMember(value, 'schedule_layers'));
const isPolicy = (value: unknown): boolean => Array.isArray(getMember(value, 'escalation_rules'));
const toTitle = (value: unknown, usual: string): string =>
  readText(value, 'name') ?? readText(value, 'summary') ?? usual;

/**
 * Schedules (with their layers), escalation policies and users of PagerDuty's REST API v2: `GET /schedules/{id}`,
 * `GET /escalation_policies`, `GET /users`. Source: https://developer.pagerduty.com/api-reference/
 */
export function convertPagerDuty(file: unknown): Converted {
  const conversion = new Conversion(loginsIn(recordsIn(file, isUser)));
  for (const schedule of recordsIn(file, isSchedule)) convertSchedule(conversion, schedule);
  for (const policy of recordsIn(file, isPolicy)) convertPolicy(conversion, policy);
  return conversion;
}

function convertSchedule(conversion: Conversion, schedule: unknown): void {
  const title = toTitle(schedule, 'schedule');
  const layers = readList(schedule, 'schedule_layers');
  if (layers.length > 1)
    conversion.lose(`schedule ${title} as a whole: each of its ${layers.length} layers becomes a rotation`);
  const overrides = readList(getMember(schedule, 'overrides_subschedule'), 'rendered_schedule_entries').length;
  if (overrides > 0) conversion.lose(`schedule ${title}: ${overrides} overrides`);
  const receivers = layers.flatMap((layer) => {
    const name = layers.length === 1 ? title : `${title} ${toTitle(layer, 'layer')}`;
    if (readList(layer, 'restrictions').length > 0)
      conversion.lose(`schedule ${name}: its restrictions; the rotation is on call all day`);
    return conversion.addRotation({
      name,
      timeZone: readText(schedule, 'time_zone') ?? 'UTC',
      start: readText(layer, 'rotation_virtual_start') ?? readText(layer, 'start') ?? '',
      hours: (readNumber(layer, 'rotation_turn_length_seconds') ?? 0) / 3_600,
      members: readList(layer, 'users').map((each) => getLogin(conversion, getMember(each, 'user') ?? each)),
    });
  });
  conversion.remember(readText(schedule, 'id') ?? title, receivers);
}

function convertPolicy(conversion: Conversion, policy: unknown): void {
  conversion.addPolicy(toTitle(policy, 'policy'), (name) => {
    let atMinutes = 0;
    const steps = readList(policy, 'escalation_rules').map((rule): PolicyStep => {
      const receivers = readList(rule, 'targets').flatMap((target) => getReceivers(conversion, target, name));
      const step = { afterMinutes: atMinutes, receivers };
      atMinutes += readNumber(rule, 'escalation_delay_in_minutes') ?? 30;
      return step;
    });
    return { steps, loops: { times: readNumber(policy, 'num_loops') ?? 0, periodMinutes: atMinutes } };
  });
}

function getReceivers(conversion: Conversion, target: unknown, policy: string): readonly Receiver[] {
  const [id = '', type = ''] = [readText(target, 'id'), readText(target, 'type')];
  if (type.startsWith('user')) return [{ user: getLogin(conversion, target) }];
  const found = type.startsWith('schedule') ? conversion.recall(id) : undefined;
  if (!found) conversion.lose(`policy ${policy}: its target ${type} ${toTitle(target, id)}, which is not in the file`);
  return found ?? [];
}

function getLogin({ people }: Conversion, user: unknown): string {
  return people.login(readText(user, 'id') ?? '', readText(user, 'email') ?? readText(user, 'summary'));
}
