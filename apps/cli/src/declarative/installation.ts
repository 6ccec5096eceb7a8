import type { Client, Row } from '@wardstone/client';
import { CommandError } from '../command-error';
import { serialise, type Found, type Identity, getIdentity, getKey, formatTitle } from './records';

type Resource = Row<'/rest/resource'>;

/** How records of a kind are read and identified. */
export interface ReadKind {
  kind: string;
  /** Fields, or paths of nested ones, that, together with the name, identify a record. */
  identity?: readonly string[];
  /**
   * All records that documents can describe, or only that with an id.
   * @throws ApiError
   */
  read: (at: Installation, id?: string) => Promise<Found[]>;
}

/** A type by its name and that of its plugin. */
export interface TypeName {
  type: string;
  plugin: string;
}

/** Names from the platform down, or an id if these are not unique. */
export type ResourceName = readonly string[] | number;

/**
 * The installation with the names of its records, because documents use names where the services use ids. Records are
 * cached until they change.
 */
export class Installation {
  private readonly remembered = new Map<string, Promise<unknown>>();

  constructor(
    readonly client: Client,
    private readonly kinds: ReadonlyMap<string, ReadKind>,
  ) {}

  /** Reads and caches. */
  once<T>(what: string, read: () => Promise<T>): Promise<T> {
    let value = this.remembered.get(what) as Promise<T> | undefined;
    if (!value) {
      value = read();
      this.remembered.set(what, value);
      // A failure is not cached.
      value.catch(() => this.remembered.delete(what));
    }
    return value;
  }

  /**
   * All records of a kind.
   * @throws ApiError
   */
  all(kind: string): Promise<Found[]> {
    return this.once(`kind ${kind}`, () => this.kinds.get(kind)!.read(this));
  }

  /** Call after a record of the kind was created or deleted. */
  forget(kind: string): void {
    this.remembered.delete(`kind ${kind}`);
    if (kind.startsWith('Group')) this.remembered.delete('groups');
    if (kind === 'Heartbeat' || kind === 'Integration') this.remembered.delete('inventory');
  }

  /** @throws CommandError, ApiError */
  async findId(identity: Identity): Promise<string> {
    const kind = this.kinds.get(identity.kind)!;
    const key = getKey(identity);
    const found = (await this.all(identity.kind)).filter(
      ({ name, spec }) => getKey(getIdentity(kind, name, spec)) === key,
    );
    if (found.length === 1) return found[0]!.id;
    throw new CommandError(
      found.length === 0 ? `There is no ${formatTitle(identity)}.` : `Several records match ${formatTitle(identity)}.`,
    );
  }

  /**
   * The record with an id; undefined if it is gone or hidden.
   * @throws ApiError
   */
  async findById(kind: string, id: string | number): Promise<Found | undefined> {
    return (await this.all(kind)).find((each) => each.id === String(id));
  }

  private async types(): Promise<ReadonlyMap<number, TypeName>> {
    return this.once('types', async () => {
      const types = new Map<number, TypeName>();
      for await (const { id, name, pluginName } of this.client.rows('/rest/resource/type'))
        types.set(id, { type: name, plugin: pluginName });
      return types;
    });
  }

  /**
   * All types, sorted by name.
   * @throws ApiError
   */
  async typeNames(): Promise<readonly (TypeName & { id: number })[]> {
    const all = [...(await this.types())].map(([id, name]) => ({ ...name, id }));
    return all.sort((a, b) => (serialise(a) < serialise(b) ? -1 : 1));
  }

  /** @throws ApiError */
  async typeName(id: number): Promise<TypeName | undefined> {
    return (await this.types()).get(id);
  }

  /** @throws CommandError, ApiError */
  async typeId({ type, plugin }: TypeName): Promise<number> {
    for (const [id, known] of await this.types()) if (known.type === type && known.plugin === plugin) return id;
    throw new CommandError(`There is no type ${type} of the plugin ${plugin}.`);
  }

  private groups(): Promise<ReadonlyMap<number, string>> {
    return this.once('groups', async () => {
      const groups = new Map<number, string>();
      for await (const { id, name } of this.client.rows('/rest/group')) groups.set(id, name);
      return groups;
    });
  }

  /**
   * Includes groups created by a definition.
   * @throws ApiError
   */
  async groupName(id: number): Promise<string | undefined> {
    return (await this.groups()).get(id);
  }

  /** @throws CommandError, ApiError */
  async groupId(name: string): Promise<number> {
    for (const [id, known] of await this.groups()) if (known === name) return id;
    throw new CommandError(`There is no group ${name}.`);
  }

  /**
   * Metrics by name.
   * @throws ApiError
   */
  metricsOfType(typeId: number): Promise<readonly Metric[]> {
    return this.once(`metrics of ${typeId}`, () =>
      this.client.get('/rest/metric/definitions', { query: { resourceTypeId: typeId } }),
    );
  }

  /** @throws ApiError */
  async metricName(id: number): Promise<string> {
    const read = (): Promise<Metric> => this.client.get('/rest/metric/definition/{id}', { path: { id } });
    return (await this.once(`metric ${id}`, read)).scheduleName;
  }

  private inventory(): Promise<Inventory> {
    return this.once('inventory', async () => {
      const resources: Resource[] = [];
      for await (const each of this.client.rows('/rest/resource')) resources.push(each);
      return getInventory(resources);
    });
  }

  /**
   * Its names from the platform down; the id if another resource has the same.
   * @throws ApiError
   */
  async resourceName(id: number): Promise<ResourceName> {
    const { paths, idsOf } = await this.inventory();
    const path = paths.get(id);
    return path === undefined || idsOf.get(serialise(path))!.length > 1 ? id : path;
  }

  /**
   * Any resource of a type.
   * @throws ApiError
   */
  async resourceOfType(typeId: number): Promise<number | undefined> {
    return (await this.inventory()).ofType.get(typeId);
  }

  /** @throws CommandError, ApiError */
  async resourceId(name: ResourceName): Promise<number> {
    const { paths, idsOf } = await this.inventory();
    const ids = typeof name === 'number' ? (paths.has(name) ? [name] : []) : (idsOf.get(serialise(name)) ?? []);
    const words = typeof name === 'number' ? name : name.join(' / ');
    if (ids.length === 0) throw new CommandError(`There is no resource ${words} in inventory.`);
    if (ids.length > 1)
      throw new CommandError(`Several resources match ${words}: give the id, ${ids.slice(0, 5).join(' or ')}.`);
    return ids[0]!;
  }
}

/** Defaults of a metric, in the format of a schedule. */
export type Metric = { scheduleId: number; scheduleName: string; enabled: boolean; collectionInterval: number };

interface Inventory {
  paths: ReadonlyMap<number, readonly string[]>;
  idsOf: ReadonlyMap<string, readonly number[]>;
  /** One resource of each type. */
  ofType: ReadonlyMap<number | null, number>;
}

/** Pure. */
function getInventory(resources: readonly Resource[]): Inventory {
  const byId = new Map(resources.map((each) => [each.resourceId, each]));
  const paths = new Map<number, readonly string[]>();
  const idsOf = new Map<string, number[]>();
  const path = ({ resourceId, resourceName, parentId }: Resource): readonly string[] => {
    const known = paths.get(resourceId);
    if (known) return known;
    const parent = parentId === null ? undefined : byId.get(parentId);
    const own = [...(parent ? path(parent) : []), resourceName];
    paths.set(resourceId, own);
    return own;
  };
  for (const each of resources) {
    const key = serialise(path(each));
    idsOf.set(key, [...(idsOf.get(key) ?? []), each.resourceId]);
  }
  return { paths, idsOf, ofType: new Map(resources.map(({ typeId, resourceId }) => [typeId, resourceId])) };
}
