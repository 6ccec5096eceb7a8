/** A resource that a template, a definition of the group or type level, is for. */
export interface Place {
  readonly templateId: number;
  readonly resourceId: number;
}

/** A definition made from a template. */
export interface Child {
  readonly id: number;
  readonly parentId: number;
  readonly resourceId: number;
}

/** Recovery of a child. */
export interface RecoveringChild extends Child {
  /** Definition that it recovers now; 0 for none. */
  readonly recoveryId: number;
  /** Definition that its template recovers; 0 for none. */
  readonly templateRecoveryId: number;
}

/** Changes that give each template exactly one child on each of its resources. */
export interface Propagation {
  readonly create: readonly Place[];
  readonly keep: readonly Child[];
  readonly remove: readonly number[];
}

/** Decides about the children of templates: there is one on each place, and none elsewhere. */
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
 * Which children have to recover something else: where a template recovers another one, its child recovers the child of
 * that one on the same resource, and nothing where there is none. All children are there by now, so no order of
 * templates matters, and circles do not either.
 *
 * @param children all of the resources concerned.
 * @param renewed children that are made or overwritten now. Others change only when what they are to recover is new,
 *   for users may have edited them.
 * @param created children that are made now.
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
