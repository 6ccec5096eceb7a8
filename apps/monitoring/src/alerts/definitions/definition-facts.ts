import { changeFacts } from '@wardstone/bootstrap';
import type { AlertDefinitionRest } from '@wardstone/dto/monitoring';

type Settings = Omit<AlertDefinitionRest, 'id' | 'name' | 'links' | 'owner' | 'conditions' | 'notifications'>;

/** What a change of a definition, its conditions or notifications is in the audit log. */
export function definitionFacts(
  { id, name }: Pick<AlertDefinitionRest, 'id' | 'name'>,
  before: object = {},
  after: object = {},
): object {
  return changeFacts({ kind: 'alertDefinition', id, name }, before, after);
}

/** What `PUT` changes. Pure. */
export function settingsOf({ id: _id, name: _name, links: _links, ...settings }: AlertDefinitionRest): Settings {
  const { owner: _owner, conditions: _conditions, notifications: _notifications, ...own } = settings;
  return own;
}

/** Names of properties whose values differ; the values may be secret. Pure. */
export function changedProperties(before: object, after: object): string[] {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const names = new Set([...Object.keys(old!), ...Object.keys(now!)]);
  return [...names].filter((name) => JSON.stringify(old![name]) !== JSON.stringify(now![name]));
}
