/** A step on the path from a resource up to its platform. */
export interface Ancestor {
  typeId: number;
  id: number;
  name: string;
}

const BETWEEN_PARTS = '_:_';
const BETWEEN_ENTRIES = '_::_';

/** Maximum length of the ancestry text. See rule inventory-2. */
export const MAX_ANCESTRY_LENGTH = 3999;

/**
 * Ancestry of a resource below `parent`: the nearest ancestor first, each as `typeId_:_resourceId_:_name`. Source: rule
 * inventory-2. Null if it would be too long, in which case an existing one is kept.
 */
export function ancestryBelow(parent: Ancestor & { ancestry: string | null }): string | null {
  const entry = [parent.typeId, parent.id, parent.name].join(BETWEEN_PARTS);
  const ancestry = parent.ancestry === null ? entry : entry + BETWEEN_ENTRIES + parent.ancestry;
  return [...ancestry].length > MAX_ANCESTRY_LENGTH ? null : ancestry;
}

/** The ancestors in an ancestry text, nearest first. Names that contain separators may be shortened. */
export function parseAncestry(ancestry: string | null): Ancestor[] {
  if (ancestry === null) return [];
  return ancestry.split(BETWEEN_ENTRIES).flatMap((entry) => {
    const [typeId, id, ...name] = entry.split(BETWEEN_PARTS);
    const isEntry = /^[0-9]+$/.test(typeId ?? '') && /^[0-9]+$/.test(id ?? '');
    return isEntry ? [{ typeId: Number(typeId), id: Number(id), name: name.join(BETWEEN_PARTS) }] : [];
  });
}
