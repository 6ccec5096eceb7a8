import { rounds } from '@wardstone/testing';
import fc from 'fast-check';
import { useMonitoring } from '../use-monitoring';
import { hostOf, type ModelAlert, type ModelPolicy } from './modelled-records';
import { ModelledWorld } from './modelled-world';
import { type MailSink, openMailSink } from './sinks';

const HISTORIES = rounds(1_000, 200);
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

const beginnings = fc.record({
  hosts: fc.integer({ min: 3, max: 6 }),
  disks: fc.integer({ min: 1, max: 3 }),
  repeats: fc.boolean(),
  groupings: fc.tuple(fc.constantFrom(...GROUPINGS), fc.constantFrom(...GROUPINGS)),
  isOfGroup: fc.boolean(),
  sharesPolicy: fc.boolean(),
});
const acts = fc.array(fc.record({ act: fc.constantFrom(...ACTS), which: fc.nat(LIMIT), much: fc.nat(LIMIT) }), {
  minLength: 6,
  maxLength: 14,
});

describe('alerts compared with a model of the rules', () => {
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
  const steps = (name: string, ...minutes: number[]): ModelPolicy => ({
    steps: minutes.map((afterMinutes, at) => ({ afterMinutes, address: `${name}-${at + 1}@example.test` })),
  });

  it('have one state everywhere while all disks of many hosts are full, and escalate whatever is held', async () => {
    const world = await ModelledWorld.create(api, mail, STORM_HOSTS, DISKS_EACH);
    const policy = steps('storm', 15, 30);
    await world.define({ name: 'Disk full', owner: { typeId: world.diskType }, watches: 'VALUE', policy });
    const { model, hosts, disks } = world;
    const [silenced, acknowledged, firing] = [disks[0]!, disks[5]!, disks[10]!];
    const pages = [...new Set([silenced, acknowledged, firing, disks.at(-1)!].map(hostOf))];

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
    await fc.assert(
      fc.asyncProperty(beginnings, acts, async (beginning, history) => {
        const world = await ModelledWorld.create(api, mail, beginning.hosts, beginning.disks);
        const group = await world.group(world.hosts.slice(0, -1));
        const [first, second] = [steps('first', 10, 25), steps('second', 15, 40)];
        const [disksBy, hostsBy] = beginning.groupings;
        await world.define({
          name: 'Disk full',
          owner: { typeId: world.diskType },
          watches: 'VALUE',
          priority: 'MEDIUM',
          repeats: beginning.repeats,
          grouping: disksBy,
          // With repeated firing it is undefined which alert a step is sent for, so there is no policy.
          ...(beginning.repeats ? {} : { policy: first }),
        });
        await world.define({
          name: 'Host down',
          owner: beginning.isOfGroup ? group : { typeId: world.hostType },
          watches: 'AVAILABILITY',
          priority: 'HIGH',
          grouping: hostsBy,
          policy: beginning.sharesPolicy ? first : second,
        });
        for (const { act, which, much } of history) {
          await perform(world, act, which, much);
          await world.pass();
          await world.compare([world.hosts[much % beginning.hosts]!]);
        }
        await world.finish();
      }),
      {
        numRuns: HISTORIES,
        seed: 20261129,
        includeErrorInReport: true,
        endOnFailure: true,
      },
    );
  }, 7_200_000);
});

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
