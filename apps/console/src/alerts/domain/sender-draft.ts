import type { MapValue, ObjectMap } from '@wardstone/dto';

/** A value of a configuration as a field shows it. Pure. */
export function configText(value: MapValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A configuration with what was typed; a field that is emptied says nothing. Pure. */
export function withEntry(config: ObjectMap, name: string, text: string): ObjectMap {
  const { [name]: _before, ...others } = config;
  return text === '' ? others : { ...others, [name]: text };
}

/** Whether a property names several. Pure. */
export const isIdList = (kind: string | undefined): boolean => kind === 'user' || kind === 'role';

/** The ids of a list such as `|2|10001|`. Pure. */
export function idsIn(text: string): readonly string[] {
  return text.split('|').filter((id) => id.trim() !== '');
}

/** The list with an id more or less; empty without ids. Pure. */
export function withId(text: string, id: string, isOn: boolean): string {
  const others = idsIn(text).filter((each) => each !== id);
  const ids = isOn ? [...others, id] : others;
  return ids.length === 0 ? '' : `|${ids.join('|')}|`;
}
