/** Content of a document besides kind and name, or of a record in the same format. */
export type Spec = Readonly<Record<string, unknown>>;

/** Identity of a record within its kind: name, and further distinguishing fields. */
export interface Identity {
  kind: string;
  name: string;
  /** The fields in `Kind.identity`. */
  of?: Spec;
}

/** A record that another one needs. */
export interface Reference extends Identity {
  /** The value may also refer to something that documents cannot describe; then nothing has to be created first. */
  isOptional?: true;
}

/** An existing record. */
export interface Found {
  name: string;
  spec: Spec;
  id: string;
  /** Entity tag, if the service accepts one with a change. */
  tag?: string;
}

/** A canonical text, independent of the order of keys. Pure. */
export function serialise(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** Pure. */
export function getKey({ kind, name, of = {} }: Identity): string {
  return `${kind} ${serialise([name, of])}`;
}

/** Pure. */
export function getIdentity(
  { kind, identity = [] }: { kind: string; identity?: readonly string[] },
  name: string,
  spec: Spec,
): Identity {
  if (identity.length === 0) return { kind, name };
  return { kind, name, of: Object.fromEntries(identity.map((path) => [path, valueAt(spec, path)])) };
}

function valueAt(spec: Spec, path: string): unknown {
  return path.split('.').reduce<unknown>((value, field) => (isObject(value) ? value[field] : undefined), spec);
}

/** Sorts values that form a set. Pure. */
export function sortSet(values: readonly unknown[]): unknown[] {
  return [...values].sort((a, b) => (serialise(a) < serialise(b) ? -1 : 1));
}

/** Removes null and undefined values. Pure. */
export function removeEmpty(spec: Spec): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== null && value !== undefined));
}

/** Pure. */
export function formatTitle({ kind, name, of }: Identity): string {
  const more = of && Object.values(of).filter((value) => value !== undefined);
  return `${kind} "${name}"${more?.length ? ` of ${more.map(toWords).join(', ')}` : ''}`;
}

/** Display text of a reference. Pure. */
function toWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(toWords).join(' / ');
  if (!isObject(value)) return String(value);
  if (value['installation'] === true) return 'the installation';
  const { type, plugin, of, ...others } = value;
  const words = Object.entries(others).map(([name, each]) =>
    each === true ? `with ${name}` : `${name.replace(/[A-Z]/g, ' $&').toLowerCase()} ${toWords(each)}`,
  );
  if (typeof type === 'string') words.push(`type ${type} (${toWords(plugin)})`);
  return `${words.join(', ')}${of === undefined ? '' : ` of ${toWords(of)}`}`;
}

/** Pure. */
export function isObject(value: unknown): value is Spec {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
