import type { MapValue, ObjectMap } from '@wardstone/dto';

/** Text of a configuration value in a field. Pure. */
export function configText(value: MapValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A configuration with the entered text; an empty field is removed. Pure. */
export function withEntry(config: ObjectMap, name: string, text: string): ObjectMap {
  const { [name]: _before, ...others } = config;
  return text === '' ? others : { ...others, [name]: text };
}

/** Whether a property is a list of ids. Pure. */
export const isIdList = (kind: string | undefined): boolean => kind === 'user' || kind === 'role';

/** Parses the ids of a list such as `|2|10001|`. Pure. */
export function idsIn(text: string): readonly string[] {
  return text.split('|').filter((id) => id.trim() !== '');
}

/** Adds an id to the list or removes it; empty without ids. Pure. */
export function withId(text: string, id: string, isOn: boolean): string {
  const others = idsIn(text).filter((each) => each !== id);
  const ids = isOn ? [...others, id] : others;
  return ids.length === 0 ? '' : `|${ids.join('|')}|`;
}
