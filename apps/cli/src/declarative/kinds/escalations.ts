import type { Row } from '@wardstone/client';
import { type Kind } from '../kind';
import type { Found, Spec } from '../records';
import type { Installation } from '../installation';
import { bodyFields } from '../../openapi';
import { objectSchema } from '../schemas';
import {
  maskProblem,
  type Notification,
  notificationChanges,
  NOTIFICATIONS,
  exportedNotifications,
  toNotifications,
  findPredecessors,
  unmask,
} from './notifications';
import { A_NAME } from './references';
import { idsOfSettings, namesOfSettings, rotationReferences } from './sender-settings';

interface Step {
  afterMinutes: number;
  receivers: readonly Notification[];
}

/** Receivers may be notified of any alert. */
const OF_ANY: Spec = {};

export const ESCALATION_KIND: Kind = {
  kind: 'EscalationPolicy',
  file: 'escalation-policies',
  about: 'Escalation policy: recipients of an unacknowledged alert, step by step',
  fields: () => {
    const { steps, repeatMinutes, repeatTimes } = bodyFields('post', '/rest/on-call/escalation');
    const { afterMinutes, receivers } = steps!.items!.properties!;
    const { items, description } = NOTIFICATIONS;
    return {
      steps: {
        ...steps!,
        minItems: 1,
        items: objectSchema({
          afterMinutes: afterMinutes!,
          receivers: { ...receivers!, description: description!, items: items!, minItems: 1 },
        }),
      },
      repeatMinutes: repeatMinutes!,
      repeatTimes: repeatTimes!,
    };
  },
  required: ['steps'],
  nameSchema: { ...A_NAME, maxLength: 100 },
  isSame: (field, before, after) => {
    const [left, right] = [before, after] as [Step[], Step[]];
    return field === 'steps' && left?.length === right.length && stepChanges(left, right).length === 0;
  },
  showChange: (field, before, after) =>
    field === 'steps' ? stepChanges((before ?? []) as Step[], after as Step[]) : undefined,
  exported: ({ steps, ...rest }) => ({
    ...rest,
    steps: (steps as Step[]).map((step) => ({ ...step, receivers: exportedNotifications(step.receivers) })),
  }),
  references: (_identity, { steps }) => rotationReferences(getReceivers(steps)),
  problem: (_identity, { steps }, found) => {
    const wanted = getReceivers(steps);
    const old = findPredecessors(getReceivers(found?.spec['steps']), wanted);
    return wanted.map((each, at) => maskProblem(each, old[at])).find((each) => each !== undefined);
  },
  async read(at, id) {
    const { client } = at;
    if (id !== undefined) {
      const { body, headers } = await client.call('get', '/rest/on-call/escalation/{id}', {
        path: { id },
        query: INCLUDED,
      });
      return [{ ...(await toFound(at, body)), tag: headers.get('etag')! }];
    }
    const found: Found[] = [];
    for await (const row of client.rows('/rest/on-call/escalation', { query: INCLUDED }))
      found.push(await toFound(at, row));
    return found;
  },
  async create(at, { name }, spec) {
    await at.client.post('/rest/on-call/escalation', { body: await toBody(at, name, spec) });
  },
  async change(at, found, spec) {
    const { id, name, tag } = found;
    const body = await toBody(at, name, spec, getReceivers(found.spec['steps']));
    await at.client.put('/rest/on-call/escalation/{id}', {
      path: { id },
      // The entity tag is that of the record with these fields.
      query: INCLUDED,
      headers: { 'If-Match': tag! },
      body,
    });
  },
  remove: async ({ client }, { id }) => void (await client.delete('/rest/on-call/escalation/{id}', { path: { id } })),
};

/** Fields beyond the contract's notifications. */
const INCLUDED = { include: 'extraConfig' } as const;

/** Receivers of all steps, in the order of the service. Pure. */
function getReceivers(steps: unknown = []): readonly Notification[] {
  return (steps as Step[]).flatMap(({ receivers }) => receivers);
}

/** Only names, as for notifications. Pure. */
function stepChanges(before: readonly Step[], after: readonly Step[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [old, wanted] = [before[at], after[at]];
    const times = [old, wanted].flatMap((each) => (each ? [`${each.afterMinutes}`] : ['none']));
    const receivers = notificationChanges(old?.receivers ?? [], wanted?.receivers ?? []);
    if (times[0] === times[1] && receivers.length === 0) continue;
    const minutes = times[0] === times[1] ? times[0]! : times.join(' -> ');
    lines.push(`step ${at + 1}, after minutes: ${minutes}`, ...receivers.map((line) => `  ${line}`));
  }
  return lines;
}

async function toFound(
  at: Installation,
  { id, name, steps, repeatMinutes, repeatTimes }: Row<'/rest/on-call/escalation'>,
): Promise<Found> {
  const words = [];
  for (const { afterMinutes, receivers } of steps)
    words.push({ afterMinutes, receivers: await toNotifications(receivers, namesIn(at)) });
  return { id: String(id), name, spec: { steps: words, repeatMinutes, repeatTimes } };
}

const namesIn = (at: Installation) => (sender: string, config: Spec) => namesOfSettings(at, OF_ANY, sender, config);

/** @param before present steps, whose secrets replace masks */
async function toBody(at: Installation, name: string, spec: Spec, before: readonly Notification[] = []) {
  const steps = spec['steps'] as Step[];
  const old = findPredecessors(before, getReceivers(steps));
  let place = 0;
  const bodies = [];
  for (const { afterMinutes, receivers } of steps) {
    const notifications = [];
    for (const each of receivers) {
      const known = old[place++];
      const { sender, config = {}, extraConfig } = unmask(each, known);
      notifications.push({
        ...(known && { id: before.indexOf(known) + 1 }),
        senderName: sender,
        config: await idsOfSettings(at, OF_ANY, sender, config),
        ...(extraConfig && { extraConfig }),
      });
    }
    bodies.push({ afterMinutes, receivers: notifications });
  }
  const { repeatMinutes, repeatTimes } = spec as { repeatMinutes?: number; repeatTimes?: number };
  return {
    name,
    steps: bodies,
    ...(repeatMinutes !== undefined && { repeatMinutes }),
    ...(repeatTimes !== undefined && { repeatTimes }),
  };
}
