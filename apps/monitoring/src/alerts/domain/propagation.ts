/** A definition of the group or type level and the resources its children belong on. */
export interface Template {
  readonly id: number;
  /** Id of the definition it recovers, of any level; 0 for none. */
  readonly recoveryId: number;
}

/** A definition made from a template. */
export interface Child {
  readonly id: number;
  readonly parentId: number;
  readonly resourceId: number;
}

/** What has to happen so that a template has exactly one up-to-date child on each resource. */
export interface Propagation {
  readonly create: readonly { readonly resourceId: number; readonly recoveryId: number }[];
  readonly update: readonly { readonly id: number; readonly recoveryId: number }[];
  readonly remove: readonly number[];
}

/**
 * Decides about the children of one template. Source: media spec 7.8.
 *
 * @param resourceIds resources in inventory that the template is for.
 * @param children of this template.
 * @param recoveredChildren of the template it recovers: in a child the recovery points to the child on the same
 *   resource; without one there, nothing is recovered.
 */
export function propagate(
  { recoveryId }: Template,
  resourceIds: readonly number[],
  children: readonly Child[],
  recoveredChildren: readonly Child[],
): Propagation {
  const wanted = new Set(resourceIds);
  const siblings = new Map(recoveredChildren.map(({ resourceId, id }) => [resourceId, id]));
  const recoveryOn = (resourceId: number): number => (recoveryId === 0 ? 0 : (siblings.get(resourceId) ?? 0));
  const present = new Set(children.map(({ resourceId }) => resourceId));
  return {
    create: [...wanted]
      .filter((resourceId) => !present.has(resourceId))
      .map((resourceId) => ({ resourceId, recoveryId: recoveryOn(resourceId) })),
    update: children
      .filter(({ resourceId }) => wanted.has(resourceId))
      .map(({ id, resourceId }) => ({ id, recoveryId: recoveryOn(resourceId) })),
    remove: children.filter(({ resourceId }) => !wanted.has(resourceId)).map(({ id }) => id),
  };
}

/** Templates in an order in which every recovered one comes before those that recover it; circles keep their order. */
export function recoveredFirst<T extends Template>(templates: readonly T[]): readonly T[] {
  const byId = new Map(templates.map((template) => [template.id, template]));
  const ordered = new Set<T>();
  const visiting = new Set<number>();
  const visit = (template: T): void => {
    if (ordered.has(template) || visiting.has(template.id)) return;
    visiting.add(template.id);
    const recovered = byId.get(template.recoveryId);
    if (recovered) visit(recovered);
    ordered.add(template);
  };
  for (const template of templates) visit(template);
  return [...ordered];
}
