import { rounds } from '@wardstone/testing';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { findFaults, readInventory } from './children-model';

const OPERATIONS = rounds(10_000, 40);
const AT_A_TIME = 8;
const MAX_RESOURCES = 25;
const MAX_GROUPS = 8;
const MAX_DEFINITIONS = 20;
const PER_OPERATION_MS = 500;

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('concurrent changes of alert definitions, groups, members, types and resources', () => {
  const api = useMonitoring();
  const db = () => api.database;

  it(
    'never fail, and leave each definition with the expected children',
    async () => {
      const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
      const random = randomBy(seed);
      const fixture = await givenFixture(random);
      const statuses = new Map<number, number>();
      const failures: string[] = [];
      let left = OPERATIONS;
      const work = async (): Promise<void> => {
        while (left-- > 0) {
          const { path, status, text } = await fixture.step();
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 500) failures.push(`${status} ${path} ${text}`);
        }
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, work));

      const inventory = await readInventory(db());
      if (process.env['SHOW_TIMES']) {
        const { templates, children, resources } = inventory;
        const recovering = children.filter(({ recovery_id }) => recovery_id !== 0).length;
        const counts = JSON.stringify(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)));
        process.stderr.write(
          `seed ${seed}: ${OPERATIONS} operations ${counts}; ${templates.length} definitions, ${resources.length} resources, ` +
            `${children.length} children, ${recovering} of them recovering\n`,
        );
      }
      expect({ seed, failures: failures.slice(0, 5), faults: findFaults(inventory) }).toEqual({
        seed,
        failures: [],
        faults: [],
      });
      expect(statuses.get(200)).toBeGreaterThan(OPERATIONS / 20);
    },
    60_000 + OPERATIONS * PER_OPERATION_MS,
  );

  type Outcome = { path: string; status: number; text: string };
  type Method = 'get' | 'post' | 'put' | 'delete';

  async function givenFixture(random: () => number): Promise<{ step: () => Promise<Outcome> }> {
    const names = ['Law One', 'Law Two'];
    const types = await Promise.all(names.map((name) => givenType(db(), { name, category: 'SERVER' })));
    const parent = await givenResource(db());
    const resources: number[] = [];
    const groups: number[] = [];
    const definitions: number[] = [];
    const calculations: number[] = [];
    let serial = 0;

    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
    const take = (items: number[]): number => items.splice(Math.floor(random() * items.length), 1)[0] ?? 4_711;
    const some = (items: readonly number[]): number => pick(items) ?? 4_711;

    async function send(method: Method, path: string, body?: object): Promise<Outcome & { id: number }> {
      const response = await api[method](path).send(body);
      const { id, resourceId } = response.body as { id?: number; resourceId?: number | string };
      return {
        path: `${method} ${path}`,
        status: response.status,
        text: response.text,
        id: Number(resourceId ?? id ?? 0),
      };
    }
    /** Remembers created ids. */
    async function make(into: number[], method: Method, path: string, body: object): Promise<Outcome> {
      const outcome = await send(method, path, body);
      if (outcome.status < 300) into.push(outcome.id);
      return outcome;
    }

    const settings = () => {
      const recoveryId = random() < 0.5 ? some(definitions) : 0;
      const isOnce = recoveryId === 0 && random() < 0.5;
      return {
        enabled: true,
        priority: pick(['LOW', 'HIGH']),
        recoveryId,
        dampeningCategory: isOnce ? 'ONCE' : 'NONE',
      };
    };
    const conditions = () => [{ category: 'AVAILABILITY', name: pick(['AVAIL_GOES_DOWN', 'AVAIL_GOES_UP']) }];
    const newDefinition = () => ({ name: `definition ${++serial}`, ...settings(), conditions: conditions() });

    const steps: (readonly [weight: number, step: () => Promise<Outcome>])[] = [
      [6, () => send('put', `/rest/group/${some(groups)}/resource/${some(resources)}`)],
      [5, () => send('delete', `/rest/group/${some(groups)}/resource/${some(resources)}`)],
      [4, createResource],
      [2, importResource],
      [2, () => send('delete', `/rest/resource/${take(resources)}`)],
      [2, createGroup],
      [1, () => send('delete', `/rest/group/${take(groups)}`)],
      [6, createDefinition],
      [4, () => send('put', `/rest/alert/definition/${some(definitions)}`, settings())],
      [2, () => send('post', `/rest/alert/definition/${some(definitions)}/conditions`, conditions()[0])],
      [2, () => send('post', `/rest/alert/definition/${some(definitions)}/notifications`, { senderName: 'Log' })],
      [3, () => send('delete', `/rest/alert/definition/${take(definitions)}`)],
      [
        6,
        () => send('put', `/rest/resource/${some(resources)}/availability`, { type: pick(['UP', 'DOWN']), since: 0 }),
      ],
      [2, calculate],
    ];
    const total = steps.reduce((sum, [weight]) => sum + weight, 0);

    function createResource(): Promise<Outcome> {
      if (resources.length >= MAX_RESOURCES) return send('delete', `/rest/resource/${take(resources)}`);
      const path = `/rest/resource/law-${++serial}?plugin=Given&parentId=${parent.id}`;
      return make(resources, 'post', path, { value: pick(names) });
    }
    async function importResource(): Promise<Outcome> {
      if (resources.length >= MAX_RESOURCES) return send('delete', `/rest/resource/${take(resources)}`);
      const { id } = await givenResource(db(), { type: pick(types), parent, status: 'NEW' });
      return make(resources, 'put', `/rest/resource/${id}`, { status: 'COMMITTED' });
    }
    function createGroup(): Promise<Outcome> {
      if (groups.length >= MAX_GROUPS) return send('delete', `/rest/group/${take(groups)}`);
      const typed = random() < 0.5 ? { resourceTypeId: pick(types).id } : {};
      return make(groups, 'post', '/rest/group', { name: `group ${++serial}`, ...typed });
    }
    function createDefinition(): Promise<Outcome> {
      if (definitions.length >= MAX_DEFINITIONS) return send('delete', `/rest/alert/definition/${take(definitions)}`);
      const owner = pick([
        `groupId=${some(groups)}`,
        `resourceTypeId=${pick(types).id}`,
        `resourceTypeId=${pick(types).id}`,
        `resourceId=${some(resources)}`,
      ]);
      return make(definitions, 'post', `/rest/alert/definitions?${owner}`, newDefinition());
    }
    async function calculate(): Promise<Outcome> {
      if (calculations.length < 2) {
        const expression = ['groupby resource.type.name', 'resource.type.plugin = Given'];
        return make(calculations, 'post', '/rest/group/definitions', { name: `law ${++serial}`, expression });
      }
      const path = `/rest/group/definition/${some(calculations)}`;
      if (random() < 0.1) return send('delete', `/rest/group/definition/${take(calculations)}`);
      const outcome = await send('put', `${path}?recalculate=true`);
      const { body } = await api.get(path);
      const { generatedGroupIds = [] } = body as { generatedGroupIds?: number[] };
      for (const id of generatedGroupIds) if (!groups.includes(id) && groups.length < MAX_GROUPS) groups.push(id);
      return outcome;
    }

    return {
      step: () => {
        let at = random() * total;
        return steps.find(([weight]) => (at -= weight) < 0)![1]();
      },
    };
  }
});
