import { stringify } from 'yaml';
import { isDeepStrictEqual } from 'node:util';

export type JsonSchema = Record<string, unknown>;

interface Value {
  default: unknown;
  about?: string;
  schema?: JsonSchema;
}

/** What a reader needs first. */
const FIRST = ['host', 'image', 'services', 'settings', 'secrets', 'migrations', 'databases', 'agents'];

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values of a chart: what its templates ask for, with defaults, words and a schema. */
export class Values {
  private readonly values = new Map<string, Value>();
  /** What is said of maps of values. */
  private readonly words = new Map<string, string>();

  /** Several places may follow one value; they must agree. Returns how templates call it. */
  add(path: string, value: Value): string {
    const known = this.values.get(path);
    if (known && !isDeepStrictEqual(known.default, value.default)) {
      throw new Error(`${path} is ${JSON.stringify(known.default)} and ${JSON.stringify(value.default)}`);
    }
    if (!known) this.values.set(path, value);
    return `.Values.${path}`;
  }

  describe(path: string, about: string): void {
    this.words.set(path, about);
  }

  defaults(): Record<string, unknown> {
    return this.tree(({ default: value }) => value);
  }

  /** values.yaml. Quoted as YAML 1.1 needs it, which Helm reads. */
  toYaml(head: string): string {
    const lines = head.split('\n').map((line) => `# ${line}`.trimEnd());
    this.write(this.tree((value) => value) as Record<string, Value | object>, '', 0, lines);
    return `${lines.join('\n')}\n`;
  }

  private write(tree: Record<string, Value | object>, path: string, depth: number, lines: string[]): void {
    const indent = '  '.repeat(depth);
    for (const [name, child] of Object.entries(tree)) {
      const here = path === '' ? name : `${path}.${name}`;
      const value = this.values.get(here);
      const about = value?.about ?? this.words.get(here);
      if (depth === 0) lines.push('');
      if (about) lines.push(`${indent}# ${about}`);
      if (value) {
        const text = stringify({ [name]: value.default }, { version: '1.1', lineWidth: 0 }).trimEnd();
        lines.push(...text.split('\n').map((line) => `${indent}${line}`));
      } else {
        lines.push(`${indent}${name}:`);
        this.write(child as Record<string, Value | object>, here, depth + 1, lines);
      }
    }
  }

  /** values.schema.json, of the draft that Helm knows. */
  toSchema(): string {
    const properties = (tree: Record<string, unknown>, path: string): JsonSchema => {
      const entries = Object.entries(tree).map(([name, child]): [string, JsonSchema] => {
        const here = path === '' ? name : `${path}.${name}`;
        const value = this.values.get(here);
        if (value) return [name, this.schemaOf(value)];
        const about = this.words.get(here);
        return [name, { ...(about && { description: about }), ...properties(child as Record<string, unknown>, here) }];
      });
      return { type: 'object', additionalProperties: false, properties: Object.fromEntries(entries) };
    };
    const tree = this.tree((value) => value);
    const schema = properties(tree, '') as { properties: JsonSchema };
    // Helm gives each chart the values that a chart around it shares.
    schema.properties['global'] = { type: 'object' };
    return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, null, 2)}\n`;
  }

  private schemaOf({ default: value, about, schema }: Value): JsonSchema {
    const type = Array.isArray(value) ? 'array' : isMap(value) ? 'object' : typeof value;
    return { ...(about && { description: about }), ...(schema ?? { type }) };
  }

  private tree(leaf: (value: Value) => unknown): Record<string, unknown> {
    const root: Record<string, unknown> = {};
    for (const [path, value] of this.values) {
      const steps = path.split('.');
      const last = steps.pop()!;
      let at = root;
      for (const step of steps) at = (at[step] ??= {}) as Record<string, unknown>;
      at[last] = leaf(value);
    }
    const names = [...new Set([...FIRST.filter((name) => name in root), ...Object.keys(root)])];
    return Object.fromEntries(names.map((name) => [name, root[name]]));
  }
}
