import {
  type Attribute,
  CATEGORY_NAMES,
  type Comparison,
  type GroupExpression,
  NULL_PIVOT,
  type Path,
  type Pivot,
  type Relative,
} from '@wardstone/group-expression';

/** A property's text, or null when it has none. Passwords are not given. */
export type Properties = ReadonlyMap<string, string | null>;

/** A resource as expressions see it. */
export interface ExpressionResource {
  readonly id: number;
  readonly parentId: number | null;
  readonly isCommitted: boolean;
  readonly name: string;
  readonly version: string | null;
  readonly typePlugin: string;
  readonly typeName: string;
  readonly typeCategory: keyof typeof CATEGORY_NAMES;
  readonly availability: string;
  /** Latest value by the name of the metric. */
  readonly traits: ReadonlyMap<string, string | null>;
  readonly pluginConfiguration: Properties;
  readonly resourceConfiguration: Properties;
  /** Names of the groups it is an implicit member of. */
  readonly groups: ReadonlySet<string>;
}

/** Members ascending by id; the text is that of the pivots, empty without any. */
export interface GroupResult {
  readonly pivot: string;
  readonly resourceIds: readonly number[];
}

type Value = string | null;

const COMPARE: Readonly<Record<Comparison, (text: string, value: string) => boolean>> = {
  equals: (text, value) => text === value,
  contains: (text, value) => text.includes(value),
  startsWith: (text, value) => text.startsWith(value),
  endsWith: (text, value) => text.endsWith(value),
};

const STEPS_UP: Partial<Record<Relative, number>> = {
  parent: 1,
  grandParent: 2,
  greatGrandParent: 3,
  greatGreatGrandParent: 4,
};

/**
 * Evaluates an expression in memory: the reference for the SQL form. Groups are in the order of their lowest member.
 * See rule groups-9 steps 1 to 3, 14.2 and 14.3.
 */
export function evaluateGroupExpression(
  expression: GroupExpression,
  inventory: readonly ExpressionResource[],
): GroupResult[] {
  const tree = new ResourceTree(inventory);
  const found = inventory
    .filter(({ isCommitted }) => isCommitted)
    .sort((a, b) => a.id - b.id)
    .flatMap((resource) => pivotTexts(expression, resource, tree).map((pivot) => ({ id: resource.id, pivot })));
  const hasPivots = expression.some(({ type }) => type === 'pivot');
  if (!hasPivots) return [{ pivot: '', resourceIds: found.map(({ id }) => id) }];
  const groups = new Map<string, { pivot: string; ids: Set<number> }>();
  for (const { id, pivot } of found) {
    const group = groups.get(pivot.toLowerCase()) ?? { pivot, ids: new Set() };
    groups.set(pivot.toLowerCase(), group);
    group.ids.add(id);
  }
  return [...groups.values()].map(({ pivot, ids }) => ({ pivot, resourceIds: [...ids] }));
}

class ResourceTree {
  private readonly byId: ReadonlyMap<number, ExpressionResource>;
  private readonly byParent = new Map<number | null, ExpressionResource[]>();

  constructor(inventory: readonly ExpressionResource[]) {
    this.byId = new Map(inventory.map((resource) => [resource.id, resource]));
    for (const resource of inventory) {
      this.byParent.set(resource.parentId, [...(this.byParent.get(resource.parentId) ?? []), resource]);
    }
  }

  ancestor(resource: ExpressionResource, steps: number): ExpressionResource | undefined {
    let at: ExpressionResource | undefined = resource;
    for (let step = 0; step < steps && at; step += 1) {
      at = at.parentId === null ? undefined : this.byId.get(at.parentId);
    }
    return at;
  }

  getChildren({ id }: ExpressionResource): readonly ExpressionResource[] {
    return this.byParent.get(id) ?? [];
  }
}

/** The different texts of the pivots of a resource; none when it does not satisfy the expression. */
function pivotTexts(expression: GroupExpression, resource: ExpressionResource, tree: ResourceTree): string[] {
  const groups = expression.flatMap((statement) => (statement.type === 'membership' ? [statement.group] : []));
  if (groups.length > 0 && !groups.some((group) => resource.groups.has(group))) return [];
  const aboutChild = expression.some((statement) => 'path' in statement && statement.path.relative === 'child');
  // All statements about a child are about the same one.
  const children = aboutChild ? tree.getChildren(resource) : [undefined];
  return [
    ...new Set(children.flatMap((child) => textsWith(expression, (path) => toSubject(path, resource, child, tree)))),
  ].sort();
}

function toSubject(
  { relative }: Path,
  resource: ExpressionResource,
  child: ExpressionResource | undefined,
  tree: ResourceTree,
): ExpressionResource | undefined {
  if (relative === 'child') return child;
  return relative === null ? resource : tree.ancestor(resource, STEPS_UP[relative]!);
}

type SubjectFinder = (path: Path) => ExpressionResource | undefined;

function textsWith(expression: GroupExpression, subject: SubjectFinder): string[] {
  const traits = traitValues(expression, subject);
  const toValues = (path: Path, trait: Value): Value[] => {
    const resource = subject(path);
    if (!resource) return [];
    return path.attribute.kind === 'trait' ? [trait] : valuesIn(resource, path.attribute);
  };
  return traits.flatMap((trait) => {
    const isSatisfied = expression.every((statement) => {
      switch (statement.type) {
        case 'filter':
          return toValues(statement.path, trait).some(
            (value) => value !== null && COMPARE[statement.comparison](value, statement.value),
          );
        case 'emptiness':
          return toValues(statement.path, trait).some((value) => (value === null) === statement.isEmpty);
        case 'pivot':
          return toValues(statement.path, trait).length > 0;
        case 'membership':
          return true;
      }
    });
    if (!isSatisfied) return [];
    const pivots = expression.filter((statement): statement is Pivot => statement.type === 'pivot');
    return [pivots.map(({ path }) => shown(path.attribute, toValues(path, trait)[0]!)).join(',')];
  });
}

/** Statements about traits all have the same path; each value that it selects is tried. */
function traitValues(expression: GroupExpression, subject: SubjectFinder): Value[] {
  for (const statement of expression) {
    if (!('path' in statement) || statement.path.attribute.kind !== 'trait') continue;
    const { key } = statement.path.attribute;
    const traits = [...(subject(statement.path)?.traits ?? [])];
    return traits.filter(([name]) => name.includes(key)).map(([, value]) => value);
  }
  return [null];
}

/** Nothing when the attribute does not exist. */
function valuesIn(resource: ExpressionResource, attribute: Attribute): Value[] {
  switch (attribute.kind) {
    case 'id':
      return [String(resource.id)];
    case 'pluginConfiguration':
    case 'resourceConfiguration': {
      const value = resource[attribute.kind].get(attribute.key);
      return value === undefined ? [] : [value];
    }
    case 'trait':
      return [];
    default:
      return [resource[attribute.kind]];
  }
}

function shown({ kind }: Attribute, value: Value): string {
  if (value === null) return NULL_PIVOT;
  return kind === 'typeCategory' ? CATEGORY_NAMES[value as keyof typeof CATEGORY_NAMES] : value;
}
