/** A resource to which a template, i.e. a definition of the group or type level, applies. */
export interface Place {
  readonly templateId: number;
  readonly resourceId: number;
}

/** A definition created from a template. */
export interface Child {
  readonly id: number;
  readonly parentId: number;
  readonly resourceId: number;
}

/** A child definition, and what it recovers. */
export interface RecoveringChild extends Child {
  /** Id of the definition that it recovers now; 0 for none. */
  readonly recoveryId: number;
  /** Id of the definition that its template recovers; 0 for none. */
  readonly templateRecoveryId: number;
}

/** Changes that give each template exactly one child on each of its resources. */
export interface Propagation {
  readonly create: readonly Place[];
  readonly keep: readonly Child[];
  readonly remove: readonly number[];
}

/** Computes the changes: one child on each place, none elsewhere. */
export function propagate(places: readonly Place[], children: readonly Child[]): Propagation {
  const wanted = new Set(places.map(({ templateId, resourceId }) => toKey(templateId, resourceId)));
  const present = new Set(children.map(({ parentId, resourceId }) => toKey(parentId, resourceId)));
  const isWanted = ({ parentId, resourceId }: Child): boolean => wanted.has(toKey(parentId, resourceId));
  return {
    create: places.filter(({ templateId, resourceId }) => !present.has(toKey(templateId, resourceId))),
    keep: children.filter(isWanted),
    remove: children.filter((child) => !isWanted(child)).map(({ id }) => id),
  };
}

/**
 * Children whose recovered definition has to change: if a template recovers another one, its child recovers that one's
 * child on the same resource, or nothing if there is none. All children exist by now, so neither the order of templates
 * nor cycles matter.
 * @param children all of the resources concerned
 * @param renewed children that are created or overwritten now; others keep what users edited unless their target is new
 * @param created children that are created now
 */
export function mirrorRecoveries(
  children: readonly RecoveringChild[],
  renewed: ReadonlySet<number>,
  created: ReadonlySet<number>,
): readonly { readonly id: number; readonly recoveryId: number }[] {
  const ids = new Map(children.map(({ id, parentId, resourceId }) => [toKey(parentId, resourceId), id]));
  return children.flatMap(({ id, resourceId, recoveryId, templateRecoveryId }) => {
    const sibling = templateRecoveryId === 0 ? 0 : (ids.get(toKey(templateRecoveryId, resourceId)) ?? 0);
    const isStale = sibling !== recoveryId && (renewed.has(id) || created.has(sibling));
    return isStale ? [{ id, recoveryId: sibling }] : [];
  });
}

function toKey(templateId: number, resourceId: number): string {
  return `${templateId}:${resourceId}`;
}
