import {
  type Attribute,
  type Comparison,
  type GroupExpression,
  NULL_PIVOT,
  type Path,
  type Relative,
} from './statement';

/** Adds a value to the parameters of the statement and returns its placeholder, e.g. `$3`. */
export type Bind = (value: unknown) => string;

const MAX_INT = 2n ** 31n - 1n;

const ALIASES: Readonly<Record<Relative, string>> = {
  parent: 'up1',
  grandParent: 'up2',
  greatGrandParent: 'up3',
  greatGreatGrandParent: 'up4',
  child: 'child',
};

/**
 * Writes an expression as one SELECT over the tables of the inventory: rows `(pivot text, resource_id integer)`, each
 * pair once; of pivot texts that differ only in letter case, that of the lowest resource id is used. Without pivots the
 * text is empty. Values only become parameters. See rule groups-9 steps 1 to 3, 14.2 and 14.3.
 */
export function groupExpressionToSql(expression: GroupExpression, bind: Bind): string {
  return new Statement(expression, bind).write();
}

class Statement {
  private readonly joins = new Map<string, string>();
  private readonly conditions = [`r.inventory_status = 'COMMITTED'`];

  constructor(
    private readonly expression: GroupExpression,
    private readonly bind: Bind,
  ) {}

  write(): string {
    const pivots: string[] = [];
    const groups: string[] = [];
    for (const statement of this.expression) {
      switch (statement.type) {
        case 'filter':
          this.conditions.push(this.filter(statement.path, statement.comparison, statement.value));
          break;
        case 'emptiness':
          this.conditions.push(`${this.column(statement.path)} IS ${statement.isEmpty ? '' : 'NOT '}NULL`);
          break;
        case 'pivot':
          pivots.push(this.pivot(statement.path));
          break;
        case 'membership':
          groups.push(statement.group);
      }
    }
    if (groups.length > 0) this.conditions.push(this.membership(groups));
    const from = `FROM resource r ${[...this.joins.values()].join(' ')} WHERE ${this.conditions.join(' AND ')}`;
    if (pivots.length === 0) return `SELECT DISTINCT ''::text AS pivot, r.id AS resource_id ${from}`;
    return `
      SELECT DISTINCT
             first_value(f.pivot) OVER (PARTITION BY lower(f.pivot) ORDER BY f.resource_id, f.pivot COLLATE "C") AS pivot,
             f.resource_id
        FROM (SELECT concat_ws(',', ${pivots.join(', ')}) AS pivot, r.id AS resource_id ${from}) f`;
  }

  private filter(path: Path, comparison: Comparison, value: string): string {
    const column = this.column(path);
    if (path.attribute.kind === 'id') {
      const id = BigInt(value);
      // No resource has such an id, and no integer parameter holds it.
      if (id < 0n || id > MAX_INT) return 'false';
      return `${column} = ${this.bind(Number(id))}::integer`;
    }
    const text = `${this.bind(value)}::text`;
    switch (comparison) {
      case 'equals':
        return `${column} = ${text}`;
      case 'contains':
        return `strpos(${column}, ${text}) > 0`;
      case 'startsWith':
        return `starts_with(${column}, ${text})`;
      case 'endsWith':
        return `right(${column}, length(${text})) = ${text}`;
    }
  }

  private pivot(path: Path): string {
    const column = this.column(path);
    return path.attribute.kind === 'typeCategory' ? `initcap(${column})` : `coalesce(${column}::text, '${NULL_PIVOT}')`;
  }

  private membership(groups: readonly string[]): string {
    return `r.id IN (SELECT m.resource_id
                       FROM resource_group_member m JOIN resource_group g ON g.id = m.resource_group_id
                      WHERE g.name = ANY (${this.bind(groups)}::text[]))`;
  }

  /** The attribute's column; adds the joins it needs. There is a row only where the attribute exists. */
  private column({ relative, attribute }: Path): string {
    const subject = this.subject(relative);
    switch (attribute.kind) {
      case 'id':
      case 'name':
      case 'version':
      case 'availability':
        return `${subject}.${attribute.kind}`;
      case 'typeCategory':
        return `${subject}.category`;
      case 'typeName':
        return `${this.type(subject)}.name`;
      case 'typePlugin':
        return `${this.plugin(subject)}.name`;
      case 'trait':
        return this.trait(subject, attribute.key);
      case 'pluginConfiguration':
      case 'resourceConfiguration':
        return this.property(subject, attribute);
    }
  }

  private subject(relative: Relative | null): string {
    if (relative === null) return 'r';
    if (relative === 'child') return this.join('child', 'JOIN resource child ON child.parent_id = r.id');
    // Each ancestor is joined to the resource below it.
    let below = 'r';
    for (let alias: string; below !== ALIASES[relative]; below = alias) {
      alias = `up${Number(below === 'r' ? 0 : below.slice(2)) + 1}`;
      this.join(alias, `JOIN resource ${alias} ON ${alias}.id = ${below}.parent_id`);
    }
    return below;
  }

  private type(subject: string): string {
    const alias = `${subject}_type`;
    return this.join(alias, `JOIN resource_type ${alias} ON ${alias}.id = ${subject}.resource_type_id`);
  }

  private plugin(subject: string): string {
    const type = this.type(subject);
    const alias = `${subject}_plugin`;
    return this.join(alias, `JOIN plugin ${alias} ON ${alias}.id = ${type}.plugin_id`);
  }

  /** The latest value of each trait whose name contains the key. An expression has at most one trait path. */
  private trait(subject: string, key: string): string {
    if (!this.joins.has('trait')) {
      this.joins.set(
        'trait',
        `JOIN metric_schedule trait_schedule ON trait_schedule.resource_id = ${subject}.id
         JOIN metric_definition trait_definition ON trait_definition.id = trait_schedule.metric_definition_id
          AND trait_definition.data_type = 'TRAIT' AND strpos(trait_definition.name, ${this.bind(key)}::text) > 0
        CROSS JOIN LATERAL (SELECT v.value FROM trait_value v WHERE v.schedule_id = trait_schedule.id
                             ORDER BY v.time_ms DESC LIMIT 1) trait`,
      );
    }
    return 'trait.value';
  }

  /** The text of a top-level simple property other than a password. An expression has at most one property path. */
  private property(subject: string, { kind, key }: Extract<Attribute, { key: string }>): string {
    const column = kind === 'pluginConfiguration' ? 'plugin_configuration' : 'resource_configuration';
    if (!this.joins.has('property')) {
      const name = `${this.bind(key)}::text`;
      this.joins.set(
        'property',
        `CROSS JOIN LATERAL (
           SELECT ${subject}.${column} ->> ${name} AS value
            WHERE jsonb_typeof(${subject}.${column} -> ${name}) NOT IN ('object', 'array')) property`,
      );
      this.conditions.push(
        `${subject}.resource_type_id NOT IN (
           SELECT secret.id FROM resource_type secret
            WHERE secret.${column} @> jsonb_build_object('properties', jsonb_build_array(
                    jsonb_build_object('name', ${name}, 'type', 'PASSWORD'))))`,
      );
    }
    return 'property.value';
  }

  private join(alias: string, sql: string): string {
    if (!this.joins.has(alias)) this.joins.set(alias, sql);
    return alias;
  }
}
