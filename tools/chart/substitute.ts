import { HASHED, type Resource, podTemplateOf } from '../kustomize/kustomize';
import { Expression, type Fields, type Node, When, isFields } from './node';
import { ADDITIONS, type Addition, CONDITIONS, type Condition, PLACES, type Place, REGISTRY } from './places';
import type { Values } from './values';

/** `error-registry` and `error_registry` are called `errorRegistry`: names with a dash cannot stand in a template. */
export function camelCase(name: string): string {
  return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function idOf({ kind, metadata }: Resource): string {
  return `${kind}/${metadata.name}`;
}

/** Go's notation for a text with a value in it. */
export function printed(text: string, part: string, call: string): string {
  const count = text.split(part).length - 1;
  const format = text.replaceAll('%', '%%').replaceAll(part, '%s');
  return `printf ${JSON.stringify(format)}${` ${call}`.repeat(count)}`;
}

const IMAGE = /^(?<registry>.+)\/(?<app>[^/:]+):(?<tag>[^:]+)$/;
const isImage = (at: string): boolean => /\/(initContainers|containers)\/\d+\/image$/.test(at);
const isConfigMapName = (at: string): boolean => /\/(configMapRef|configMapKeyRef|configMap)\/name$/.test(at);

function fill(template: string, groups: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => camelCase(groups[name]!));
}

/** Puts expressions for values into rendered manifests. */
export class Substitution {
  constructor(
    private readonly values: Values,
    /** Generated ConfigMaps, whose names follow their content. */
    private readonly hashed: ReadonlySet<string>,
    /** Filled with the places, additions and conditions that manifests have. */
    private readonly used: Set<object>,
  ) {}

  /** The object with its expressions, and the condition that it depends on by itself. */
  apply(resource: Resource): { node: Fields; condition?: string } {
    const id = idOf(resource);
    const node = this.walk(resource as unknown as Node, '', id) as Fields;
    const metadata = node['metadata'] as Fields;
    if (metadata['namespace'] !== undefined) metadata['namespace'] = new Expression('.Release.Namespace');
    if (podTemplateOf(resource) && resource[HASHED]) throw new Error(`${id} is generated`);
    const whole = CONDITIONS.find(({ object, at }) => !at && object.test(id));
    return { node, ...(whole && { condition: this.holds(whole, id) }) };
  }

  private walk(node: Node, at: string, id: string): Node {
    const replaced = this.placeOf(node, at, id);
    if (replaced !== undefined) return replaced;
    if (Array.isArray(node)) return node.map((item, index) => this.walk(item, `${at}/${index}`, id));
    if (!isFields(node)) return node;
    const fields: Fields = {};
    for (const [name, child] of Object.entries(node)) {
      const below = `${at}/${name.replaceAll('/', '~1')}`;
      const walked = this.walk(child, below, id);
      const condition = CONDITIONS.find((entry) => entry.object.test(id) && entry.at?.test(below));
      fields[name] = condition ? new When(this.holds(condition, id), walked) : walked;
    }
    for (const addition of ADDITIONS)
      if (addition.object.test(id) && addition.at.test(at)) this.add(addition, fields, id);
    return fields;
  }

  private holds(condition: Condition, id: string): string {
    this.used.add(condition);
    return fill(condition.holds, condition.object.exec(id)!.groups ?? {});
  }

  private add(addition: Addition, fields: Fields, id: string): void {
    this.used.add(addition);
    const { field, about, schema } = addition;
    if (field in fields) throw new Error(`${id} has ${field} already`);
    const path = fill(addition.value, addition.object.exec(id)!.groups ?? {});
    const call = this.values.add(path, { default: addition.default, about, ...(schema && { schema }) });
    const isText = typeof addition.default === 'string';
    fields[field] = new When(call, isText ? new Expression(`${call} | quote`) : new Expression(`toYaml ${call}`, true));
  }

  private placeOf(node: Node, at: string, id: string): Node | undefined {
    if (typeof node === 'string' && isImage(at)) return this.image(node);
    if (typeof node === 'string' && isConfigMapName(at) && this.hashed.has(node)) return configMapName(node);
    const place = PLACES.find(
      ({ object, at: field, part, except }) =>
        object.test(id) &&
        field.test(at) &&
        (part === undefined || (typeof node === 'string' && node.includes(part))) &&
        !(typeof node === 'string' && except?.test(node)),
    );
    return place && this.value(place, node, at, id);
  }

  private value(place: Place, node: Node, at: string, id: string): Expression {
    this.used.add(place);
    const groups = {
      ...place.object.exec(id)!.groups,
      ...place.at.exec(at)!.groups,
      itself: typeof node === 'string' ? node : '',
    };
    const { part, about, schema } = place;
    const call = place.value.startsWith('.')
      ? place.value
      : this.values.add(fill(place.value, groups), {
          default: part ?? node,
          ...(about && { about }),
          ...(schema && { schema }),
        });
    if (part !== undefined && node !== part) return new Expression(`${printed(node as string, part, call)} | quote`);
    if (typeof node === 'string') return new Expression(`${call} | quote`);
    if (typeof node === 'number') return new Expression(`int ${call}`);
    return new Expression(`toYaml ${call}`, true);
  }

  private image(image: string): Expression {
    const { registry, app } = IMAGE.exec(image)!.groups!;
    if (registry !== REGISTRY) throw new Error(`${image} is not in ${REGISTRY}`);
    return new Expression(`include "wardstone.image" (list . ${JSON.stringify(app)})`);
  }
}

/** A generated ConfigMap is called as Kustomize calls it. */
export function configMapName(name: string): Expression {
  return new Expression(`include "wardstone.configMap" (list . ${JSON.stringify(name)})`);
}

/** Refuses what is said of fields that no manifest has any more. */
export function checkUsed(used: ReadonlySet<object>): void {
  const idle = [...PLACES, ...ADDITIONS, ...CONDITIONS].filter((entry) => !used.has(entry));
  if (idle.length === 0) return;
  const words = idle.map(({ object, at }) => `${object.source} ${at?.source ?? ''}`).join('\n');
  throw new Error(`tools/chart/places.ts names what no manifest has:\n${words}`);
}

export function configMapOf({ text }: Expression): string {
  return /"([^"]+)"\)$/.exec(text)![1]!;
}
