import { CommandError } from '../../command-error';
import type { Installation, ResourceName, TypeName } from '../installation';
import { type Reference, type Spec } from '../records';
import type { Notification } from './notifications';
import { ownerIds } from './references';

/** Settings with an id that documents replace with a name; other ids stay numbers. */
const KINDS = ['user', 'role', 'rotation', 'resource', 'resourceType', 'operation'] as const;
type Kind = (typeof KINDS)[number];

interface Property {
  name: string;
  kind?: string;
  choices: readonly { value: string; label: string }[];
}

const ON_CALL = 'On-Call Rotation';

/** Rotations whose members are notified. Pure. */
export function rotationReferences(notifications: readonly Notification[]): Reference[] {
  return notifications.flatMap(({ sender, config: { rotationId } = {} }) =>
    sender === ON_CALL && typeof rotationId === 'string' ? [{ kind: 'Rotation', name: rotationId }] : [],
  );
}

/**
 * Id of a user by login; the id itself for a removed user.
 * @throws CommandError, ApiError
 */
export async function userId(at: Installation, user: string | number): Promise<number> {
  if (typeof user === 'number') return user;
  const [{ choices } = { choices: [] }] = await getProperties(at, 'System Users');
  const choice = choices.find(({ label }) => label === user);
  if (!choice) throw new CommandError(`There is no user ${user}, or the user has never logged in.`);
  return Number(choice.value);
}

/**
 * Replaces the ids in a configuration with names.
 * @throws ApiError
 */
export function namesOfSettings(at: Installation, of: Spec, sender: string, config: Spec): Promise<Spec> {
  return translated(at, sender, config, (property, value) => toName(at, of, config, property, value));
}

/**
 * Replaces the names in a configuration with ids.
 * @throws CommandError, ApiError
 */
export function idsOfSettings(at: Installation, of: Spec, sender: string, config: Spec): Promise<Spec> {
  return translated(at, sender, config, (property, value) => toId(at, of, config, property, value));
}

async function translated(
  at: Installation,
  sender: string,
  config: Spec,
  translate: (property: Property & { kind: Kind }, value: unknown) => Promise<unknown>,
): Promise<Spec> {
  const properties = (await getProperties(at, sender)).filter(({ kind }) => KINDS.some((known) => known === kind));
  const values = { ...config };
  for (const property of properties)
    if (values[property.name] !== undefined)
      values[property.name] = await translate(property as Property & { kind: Kind }, values[property.name]);
  return values;
}

async function getProperties(at: Installation, name: string): Promise<readonly Property[]> {
  const known = await at.once('senders', () => at.client.get('/rest/alert/senders'));
  // The service reports an unknown sender.
  if (!known.some(({ senderName }) => senderName === name)) return [];
  const read = () => at.client.get('/rest/alert/sender/{name}', { path: { name }, query: { include: 'properties' } });
  return (await at.once(`sender ${name}`, read)).properties ?? [];
}

async function toName(
  at: Installation,
  of: Spec,
  config: Spec,
  { kind, choices }: Property,
  value: unknown,
): Promise<unknown> {
  switch (kind as Kind) {
    case 'user':
    case 'role': {
      const ids = String(value).split('|').filter(Boolean);
      // The id if the person was removed.
      return ids.map((id) => choices.find((choice) => choice.value === id)?.label ?? Number(id));
    }
    case 'rotation': {
      const [choice] = choices.filter((each) => each.value === String(value));
      const isAlone = choices.filter(({ label }) => label === choice?.label).length === 1;
      return isAlone ? choice!.label : Number(value);
    }
    case 'resource':
      return at.resourceName(Number(value));
    case 'resourceType':
      return (await at.typeName(Number(value))) ?? value;
    case 'operation':
      return (await getOperations(at, of, config)).find(({ id }) => id === Number(value))?.name ?? value;
  }
}

async function toId(
  at: Installation,
  of: Spec,
  config: Spec,
  { name, kind, choices }: Property,
  value: unknown,
): Promise<unknown> {
  switch (kind as Kind) {
    case 'user':
    case 'role': {
      if (!Array.isArray(value)) return value;
      const ids = value.map((each) => {
        const choice = choices.find(({ label }) => label === each);
        if (!choice && typeof each !== 'number') throw new CommandError(`${name}: there is no ${kind} ${String(each)}`);
        return choice?.value ?? String(each);
      });
      return `|${ids.join('|')}|`;
    }
    case 'rotation':
      return typeof value === 'string' ? Number(await at.findId({ kind: 'Rotation', name: value })) : value;
    case 'resource':
      return at.resourceId(value as ResourceName);
    case 'resourceType':
      return typeof value === 'object' ? at.typeId(value as TypeName) : value;
    case 'operation': {
      if (typeof value === 'number') return value;
      const found = (await getOperations(at, of, config)).find((each) => each.name === value);
      if (!found) throw new CommandError(`${name}: there is no operation ${String(value)}`);
      return found.id;
    }
  }
}

const SPECIFIC = 'selection-specific-resource-id';
const ANCESTOR = 'selection-relative-ancestor-type-id';
const DESCENDANT = 'selection-relative-descendant-type-id';

/** The operations of the notification's target; none if the inventory has no resource of that type. */
async function getOperations(
  at: Installation,
  of: Spec,
  config: Spec,
): Promise<readonly { id: number; name: string }[]> {
  const mode = String(config['selection-mode']).toUpperCase();
  const resourceId =
    mode === 'SPECIFIC'
      ? await getResource(at, config[SPECIFIC])
      : mode === 'RELATIVE'
        ? await at.resourceOfType(await toType(at, config[DESCENDANT] ?? config[ANCESTOR]))
        : await resourceOfOwner(at, of);
  if (resourceId === undefined) return [];
  const read = () => at.client.get('/rest/operation/definitions', { query: { resourceId } });
  return at.once(`operations ${resourceId}`, read);
}

/** By name or id. */
async function getResource(at: Installation, value: unknown): Promise<number> {
  return Array.isArray(value) || typeof value === 'number' ? at.resourceId(value as ResourceName) : Number(value);
}

async function toType(at: Installation, value: unknown): Promise<number> {
  return typeof value === 'object' ? at.typeId(value as TypeName) : Number(value);
}

/** @param of owner; empty for notifications of any alert */
async function resourceOfOwner(at: Installation, of: Spec): Promise<number | undefined> {
  if (Object.keys(of).length === 0) return undefined;
  const owner = await ownerIds(at, of);
  if ('resourceId' in owner) return owner.resourceId;
  if ('resourceTypeId' in owner) return at.resourceOfType(owner.resourceTypeId);
  const members = await at.client.get('/rest/group/{id}/resources', { path: { id: owner.groupId } });
  return members[0]?.resourceId;
}
