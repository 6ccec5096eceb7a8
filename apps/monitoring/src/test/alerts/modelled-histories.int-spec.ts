import { rounds } from '@wardstone/testing';
import fc from 'fast-check';
import { useMonitoring } from '../use-monitoring';
import { findHost, type ModelAlert, type ModelPolicy } from './modelled-records';
import { ModelledWorld } from './modelled-world';
import { type MailSink, openMailSink } from './sinks';

/** Each history has a number, which is its seed: HISTORIES=250-499 runs these, HISTORIES=17 one. */
const [FIRST, LAST] = toRange(process.env['HISTORIES'] ?? `0-${rounds(1_000, 200) - 1}`);
/** Services with a database and mail server each, which run histories at the same time. */
const LANES = Math.min(4, Math.ceil((LAST - FIRST + 1) / 25));
const SEED = 20_261_129;
const STORM_HOSTS = rounds(200, 20);
const DISKS_EACH = 5;
/** Upper bound of the random numbers that choose among the objects of a history. */
const LIMIT = 1_000;
const FULL = 95;
const FREE = 5;

const ACTS = [
  'fill',
  'fill',
  'fill',
  'free',
  'free',
  'down',
  'down',
  'up',
  'up',
  'silence',
  'silence',
  'end silence',
  'acknowledge',
  'acknowledge',
  'resolve',
  'toggle',
  'delete',
  'move',
  'depend',
  'pass',
  'pass for a day',
] as const;
type Act = (typeof ACTS)[number];

const GROUPINGS = ['CAUSE', 'DEFINITION', 'HOST'] as const;

const histories = fc.record({
  hosts: fc.integer({ min: 3, max: 6 }),
  disks: fc.integer({ min: 1, max: 3 }),
  repeats: fc.boolean(),
  groupings: fc.tuple(fc.constantFrom(...GROUPINGS), fc.constantFrom(...GROUPINGS)),
  isOfGroup: fc.boolean(),
  sharesPolicy: fc.boolean(),
  acts: fc.array(fc.record({ act: fc.constantFrom(...ACTS), which: fc.nat(LIMIT), much: fc.nat(LIMIT) }), {
    minLength: 6,
    maxLength: 14,
  }),
});

describe('alerts compared with a model of the rules', () => {
  const lanes = Array.from({ length: LANES }, useLane);
  const steps = (name: string, ...minutes: number[]): ModelPolicy => ({
    steps: minutes.map((afterMinutes, at) => ({ afterMinutes, address: `${name}-${at + 1}@example.test` })),
  });

  it('have one state everywhere while all disks of many hosts are full, and escalate whatever is held', async () => {
    const world = await lanes[0]!(STORM_HOSTS, DISKS_EACH);
    const policy = steps('storm', 15, 30);
    await world.define({ name: 'Disk full', owner: { typeId: world.diskType }, watches: 'VALUE', policy });
    const { model, hosts, disks } = world;
    const [silenced, acknowledged, firing] = [disks[0]!, disks[5]!, disks[10]!];
    const pages = [...new Set([silenced, acknowledged, firing, disks.at(-1)!].map(findHost))];

    await world.measure(disks.map((disk) => [disk, FULL] as const));
    await world.compare(pages);
    expect(model.problems()).toHaveLength(disks.length);

    await world.silence({ kind: 'RESOURCE', id: hosts[0]!.id, descendants: true }, 120);
    await world.acknowledge(model.alerts.find(({ resource }) => resource === acknowledged)!);
    await world.compare(pages);

    await world.pass(20);
    await world.compare(pages);
    expect(model.alerts.filter((alert) => alert.steps === 1)).toHaveLength(disks.length - DISKS_EACH - 1);

    const left = new Set([silenced, acknowledged, firing]);
    await world.measure(disks.filter((disk) => !left.has(disk)).map((disk) => [disk, FREE] as const));
    await world.pass();
    await world.compare(pages);
    expect(model.problems().map(({ state }) => state)).toEqual(['SILENCED', 'ACKNOWLEDGED', 'FIRING']);

    await world.pass(20);
    await world.compare(pages);
    expect(model.alerts.filter((alert) => alert.steps === 2).map(({ resource }) => resource)).toEqual([firing]);

    await world.measure([...left].map((disk) => [disk, FREE] as const));
    await world.pass();
    await world.compare(pages);
    expect(model.problems()).toEqual([]);
  }, 120_000);

  it('have one state everywhere in any history, and notify and escalate what nothing holds back', async () => {
    let next = FIRST;
    const run = async (lane: Lane): Promise<void> => {
      while (next <= LAST) {
        const number = next++;
        await live(lane, number).catch((cause: unknown) => {
          // The others end after their histories.
          next = Infinity;
          throw new Error(`history ${number}:\n${(cause as Error).message}`, { cause });
        });
      }
    };
    const ended = await Promise.allSettled(lanes.map(run));
    for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  }, 7_200_000);

  async function live(lane: Lane, number: number): Promise<void> {
    const [history] = fc.sample(histories, { numRuns: 1, seed: SEED + number });
    const { hosts, disks, repeats, groupings, isOfGroup, sharesPolicy, acts } = history!;
    const world = await lane(hosts, disks);
    const group = await world.group(world.hosts.slice(0, -1));
    const [first, second] = [steps('first', 10, 25), steps('second', 15, 40)];
    await world.define({
      name: 'Disk full',
      owner: { typeId: world.diskType },
      watches: 'VALUE',
      priority: 'MEDIUM',
      repeats,
      grouping: groupings[0],
      // With repeated firing it is undefined which alert a step is sent for, so there is no policy.
      ...(repeats ? {} : { policy: first }),
    });
    await world.define({
      name: 'Host down',
      owner: isOfGroup ? group : { typeId: world.hostType },
      watches: 'AVAILABILITY',
      priority: 'HIGH',
      grouping: groupings[1],
      policy: sharesPolicy ? first : second,
    });
    for (const { act, which, much } of acts) {
      await perform(world, act, which, much);
      await world.pass();
      await world.compare([world.hosts[much % hosts]!]);
    }
    await world.finish();
  }
});

function toRange(text: string): [number, number] {
  const [first = 0, last = first] = text.split('-').map(Number);
  return [first, last];
}

/** Makes an installation with this number of hosts and disks in place of the previous one. */
type Lane = (hosts: number, disksEach: number) => Promise<ModelledWorld>;

function useLane(): Lane {
  let mail: MailSink;
  beforeAll(async () => {
    mail = await openMailSink();
  });
  afterAll(() => mail.close());
  const api = useMonitoring(() => ({
    SMTP_URL: mail.url,
    ALERT_RECIPIENT_LIMIT: '0',
    ALERT_FLAPPING_COUNT: '0',
  }));
  return (hosts, disksEach) => ModelledWorld.create(api, mail, hosts, disksEach);
}

/** Applies an act to one of its present choices, selected by `which`. */
async function perform(world: ModelledWorld, act: Act, which: number, much: number): Promise<void> {
  const { model, hosts, disks } = world;
  const choose = <T>(of: readonly T[]): T | undefined => of[which % of.length];
  const chooseSeveral = <T>(of: readonly T[]): T[] => of.filter((_one, at) => ((which + 1) >> (at % 9)) & 1);
  const host = choose(hosts)!;
  const group = model.groups[0]!;
  const open = (): ModelAlert[] => model.alerts.filter(({ endMs }) => endMs === null);
  switch (act) {
    case 'fill':
    case 'free': {
      const value = act === 'fill' ? FULL + (much % 5) : FREE;
      const chosen = chooseSeveral(disks);
      return chosen.length === 0 ? undefined : world.measure(chosen.map((disk) => [disk, value] as const));
    }
    case 'down':
    case 'up':
      // The rules leave open who is notified of an alert that is silenced first and suppressed later.
      if (act === 'down' && model.isAboveSilenced(host)) return;
      return world.report(host, act === 'down' ? 'DOWN' : 'UP');
    case 'silence': {
      const scope = choose([
        { kind: 'RESOURCE', id: hosts[much % hosts.length]!.id, descendants: true },
        { kind: 'RESOURCE', id: hosts[much % hosts.length]!.id, descendants: false },
        { kind: 'RESOURCE', id: disks[much % disks.length]!.id, descendants: true },
        { kind: 'GROUP', id: group.id },
        { kind: 'TYPE', id: world.diskType },
        ...model.definitions
          .filter(({ isDeleted }) => !isDeleted)
          .map(({ id }) => ({ kind: 'DEFINITION' as const, id })),
      ] as const)!;
      if (model.coversSuppressed(scope)) return;
      await world.silence(scope, 5 + (much % 60));
      return;
    }
    case 'end silence': {
      const silence = choose(world.silencesInForce());
      return silence && world.endSilence(silence);
    }
    case 'acknowledge': {
      const alert = choose(open());
      return alert && world.acknowledge(alert);
    }
    case 'resolve': {
      const incident = choose(model.incidents.filter(({ alerts }) => alerts.some(({ endMs }) => endMs === null)));
      return incident && world.resolve(incident);
    }
    case 'toggle': {
      const definition = choose(model.definitions.filter(({ isDeleted }) => !isDeleted));
      if (!definition) return;
      if (!definition.isEnabled && definition.watches === 'VALUE') {
        // Values are reset first: the rules leave open whether a condition that is already met fires.
        await world.measure(disks.map((disk) => [disk, FREE] as const));
        await world.pass();
      }
      return world.setEnabled(definition, !definition.isEnabled);
    }
    case 'delete': {
      // Now and then: nothing fires without definitions.
      const definition = choose(model.definitions.filter(({ isDeleted }) => !isDeleted));
      return definition && much % 3 === 0 ? world.delete(definition) : undefined;
    }
    case 'move':
      return world.move(group, host, !group.members.has(host));
    case 'depend': {
      // Only on an earlier host, so that there are no cycles.
      const before = hosts.slice(0, hosts.indexOf(host));
      if (model.isAboveSilenced(host)) return;
      return world.depend(host, host.dependsOn.length > 0 ? undefined : before[much % before.length]);
    }
    case 'pass':
      return world.pass(much % 90);
    case 'pass for a day':
      return world.pass(25 * 60);
  }
}
