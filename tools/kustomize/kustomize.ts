import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** A Kubernetes object as the manifests write it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [field: string]: unknown;
}

interface Operation {
  op: 'add' | 'replace' | 'remove' | 'test';
  path: string;
  value?: unknown;
}

interface Generator {
  name: string;
  behavior?: 'create' | 'merge';
  literals?: string[];
  files?: string[];
  options?: {
    disableNameSuffixHash?: boolean;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
}

/** A value of one object in place of a part of fields of others: the one that `index` counts between delimiters. */
interface Replacement {
  source: { kind: string; name: string; fieldPath: string };
  targets: {
    select: { kind: string; name?: string };
    fieldPaths: string[];
    options: { delimiter: string; index?: number };
  }[];
}

interface Kustomization {
  apiVersion: string;
  kind: 'Kustomization' | 'Component';
  namespace?: string;
  resources?: string[];
  components?: string[];
  labels?: { pairs: Record<string, string>; includeTemplates?: boolean }[];
  configMapGenerator?: Generator[];
  patches?: { path: string; target: { kind?: string; name?: string } }[];
  images?: { name: string; newName?: string; newTag?: string; digest?: string }[];
  replacements?: Replacement[];
}

/** What of Kustomize is understood here; a field outside is refused, so that nothing is left out silently. */
const KNOWN_FIELDS = new Set([
  ...['apiVersion', 'kind', 'namespace', 'resources', 'components', 'labels', 'configMapGenerator'],
  ...['patches', 'images', 'replacements'],
]);
/** Marks what a kustomization reads and does not apply. */
const LOCAL_CONFIG = 'config.kubernetes.io/local-config';
const CLUSTER_WIDE = new Set(['Namespace', 'ClusterRole', 'ClusterRoleBinding']);

/** Objects under construction; generated ones remember that their name gets a suffix. */
export type Resource = Manifest & { [HASHED]?: boolean };
export const HASHED = Symbol('name gets a hash');

/** Components in place of those that the kustomization of the folder names. */
interface Selection {
  /** Added as if it named them last. */
  add?: readonly string[];
  leaveOut?: readonly string[];
}

/**
 * What `kubectl kustomize FOLDER` prints for the features that these manifests use: resources, components, labels,
 * generated ConfigMaps with hashed names, JSON patches by kind and name, images and namespaces.
 */
export function render(folder: string, selection?: Selection): Manifest[] {
  return withHashedNames(gather(folder, selection));
}

/** The same before generated ConfigMaps get the suffix of their names. */
export function gather(folder: string, selection?: Selection): Resource[] {
  const resources: Resource[] = [];
  accumulate(folder, resources, selection);
  return resources;
}

/** The components that the kustomization of a folder names. */
export function componentsOf(folder: string): string[] {
  return (readKustomization(folder).components ?? []).map((entry) => path.join(folder, entry));
}

function readKustomization(folder: string): Kustomization {
  const kustomization = parse(fs.readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((field) => !KNOWN_FIELDS.has(field));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} is not understood`);
  return kustomization;
}

function accumulate(folder: string, resources: Resource[], { add = [], leaveOut = [] }: Selection = {}): void {
  const kustomization = readKustomization(folder);
  // A component works on what its user has gathered; everything else on its own resources alone.
  const own: Resource[] = kustomization.kind === 'Component' ? resources : [];
  for (const entry of kustomization.resources ?? []) addResource(path.join(folder, entry), own);
  const named = (kustomization.components ?? []).map((entry) => path.join(folder, entry));
  for (const component of [...named.filter((entry) => !leaveOut.includes(entry)), ...add]) accumulate(component, own);
  for (const generator of kustomization.configMapGenerator ?? []) generate(folder, generator, own);
  for (const patch of kustomization.patches ?? []) applyPatch(folder, patch, own);
  transform(kustomization, own);
  for (const replacement of kustomization.replacements ?? []) replaceFields(replacement, own);
  const applied = own.filter(({ metadata }) => metadata.annotations?.[LOCAL_CONFIG] !== 'true');
  own.splice(0, own.length, ...applied);
  if (own !== resources) resources.push(...own);
}

function transform({ namespace, labels = [], images = [] }: Kustomization, resources: readonly Resource[]): void {
  for (const resource of resources) {
    if (namespace !== undefined) setNamespace(resource, namespace);
  }
  if (namespace !== undefined) moveSubjects(resources, namespace);
  for (const resource of resources) {
    for (const added of labels) addLabels(resource, added);
    for (const container of containersOf(resource)) replaceImage(container, images);
  }
}

function applyPatch(
  folder: string,
  { path: file, target }: NonNullable<Kustomization['patches']>[0],
  resources: readonly Resource[],
): void {
  const operations = parse(fs.readFileSync(path.join(folder, file), 'utf8')) as Operation[];
  for (const resource of resources) {
    const isKind = target.kind === undefined || target.kind === resource.kind;
    const isNamed = target.name === undefined || target.name === resource.metadata.name;
    if (isKind && isNamed) for (const operation of operations) applyOperation(resource, operation);
  }
}

function addResource(place: string, resources: Resource[]): void {
  if (fs.statSync(place).isDirectory()) return accumulate(place, resources);
  for (const document of parseAllDocuments(fs.readFileSync(place, 'utf8'))) {
    if (document.errors.length > 0) throw document.errors[0]!;
    resources.push(document.toJS() as Resource);
  }
}

function generate(
  folder: string,
  { name, behavior, literals, files, options }: Generator,
  resources: Resource[],
): void {
  const data: Record<string, string> = {};
  for (const literal of literals ?? []) {
    const at = literal.indexOf('=');
    data[literal.slice(0, at)] = literal.slice(at + 1);
  }
  for (const file of files ?? []) data[path.basename(file)] = fs.readFileSync(path.join(folder, file), 'utf8');
  if (behavior === 'merge') {
    const existing = resources.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    if (!existing) throw new Error(`${folder}: there is no ConfigMap ${name} to merge into`);
    Object.assign(existing['data'] as object, data);
    return;
  }
  const { labels, annotations } = options ?? {};
  resources.push({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(labels && { labels: { ...labels } }), ...(annotations && { annotations }) },
    data,
    [HASHED]: !options?.disableNameSuffixHash,
  });
}

function replaceFields({ source, targets }: Replacement, resources: readonly Resource[]): void {
  const from = resources.find(({ kind, metadata }) => kind === source.kind && metadata.name === source.name);
  const value = source.fieldPath.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], from);
  if (typeof value !== 'string') throw new Error(`${source.kind} ${source.name} has no ${source.fieldPath}`);
  for (const { select, fieldPaths, options } of targets) {
    const isSelected = ({ kind, metadata }: Resource): boolean =>
      kind === select.kind && (select.name === undefined || select.name === metadata.name);
    for (const target of resources.filter(isSelected)) {
      for (const fieldPath of fieldPaths) replaceField(target, fieldPath.split('.'), value, options);
    }
  }
}

function replaceField(
  parent: object,
  [step, ...below]: string[],
  value: string,
  options: { delimiter: string; index?: number },
): void {
  const fields = parent as Record<string, unknown>;
  for (const name of step === '*' ? Object.keys(fields) : [step!]) {
    if (below.length > 0) replaceField(fields[name] as object, below, value, options);
    else {
      const parts = String(fields[name]).split(options.delimiter);
      parts[options.index ?? 0] = value;
      fields[name] = parts.join(options.delimiter);
    }
  }
}

function setNamespace(resource: Resource, namespace: string): void {
  if (resource.kind === 'Namespace') resource.metadata.name = namespace;
  else if (!CLUSTER_WIDE.has(resource.kind)) resource.metadata.namespace = namespace;
}

/** Bindings without a namespace are for the service accounts among the resources. */
function moveSubjects(resources: readonly Resource[], namespace: string): void {
  const accounts = new Set(
    resources.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name),
  );
  for (const resource of resources.filter(({ kind }) => /^(Cluster)?RoleBinding$/.test(kind))) {
    for (const subject of resource['subjects'] as { kind: string; name: string; namespace?: string }[]) {
      if (subject.kind === 'ServiceAccount' && accounts.has(subject.name)) subject.namespace ??= namespace;
    }
  }
}

function addLabels(resource: Resource, { pairs, includeTemplates }: NonNullable<Kustomization['labels']>[0]): void {
  resource.metadata.labels = { ...resource.metadata.labels, ...pairs };
  const template = podTemplateOf(resource);
  if (includeTemplates && template)
    template.metadata = { ...template.metadata, labels: { ...template.metadata?.labels, ...pairs } };
}

interface Container {
  name: string;
  image: string;
  env?: { valueFrom?: { configMapKeyRef?: { name: string } } }[];
  envFrom?: { configMapRef?: { name: string } }[];
}

export interface PodTemplate {
  metadata?: { labels?: Record<string, string> };
  spec: { containers: Container[]; initContainers?: Container[]; volumes?: { configMap?: { name: string } }[] };
}

/** The pods that a Deployment or a Job makes. */
export function podTemplateOf(resource: Manifest): PodTemplate | undefined {
  const spec = resource['spec'] as { template?: PodTemplate } | undefined;
  return ['Deployment', 'DaemonSet', 'Job'].includes(resource.kind) ? spec?.template : undefined;
}

function containersOf(resource: Manifest): Container[] {
  const spec = podTemplateOf(resource)?.spec;
  return [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
}

function replaceImage(container: Container, images: NonNullable<Kustomization['images']>): void {
  const image = images.find(({ name }) => container.image === name || container.image.startsWith(`${name}:`));
  if (!image) return;
  const { name, newName = name, newTag, digest } = image;
  container.image = `${newName}${newTag ? `:${newTag}` : ''}${digest ? `@${digest}` : ''}`;
}

/** RFC 6902, as far as the patches use it. */
function applyOperation(resource: Manifest, { op, path: pointer, value }: Operation): void {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop()!;
  let parent: unknown = resource;
  for (const step of steps) parent = (parent as Record<string, unknown>)[step];
  const where = `${op} ${pointer} of ${resource.kind} ${resource.metadata.name}`;
  if (typeof parent !== 'object' || parent === null) throw new Error(`${where}: there is nothing above it`);
  if (op !== 'add' && !(last in parent)) throw new Error(`${where}: it is not there`);
  if (op === 'test') {
    if ((parent as Record<string, unknown>)[last] !== value) throw new Error(`${where}: it is something else`);
    return;
  }
  if (Array.isArray(parent)) {
    const at = last === '-' ? parent.length : Number(last);
    parent.splice(at, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [structuredClone(value)]));
  } else if (op === 'remove') delete (parent as Record<string, unknown>)[last];
  else (parent as Record<string, unknown>)[last] = structuredClone(value);
}

/** Generated ConfigMaps get a suffix made of their content, and what refers to them follows. */
function withHashedNames(resources: Resource[]): Manifest[] {
  const renamed = new Map<string, string>();
  for (const resource of resources.filter((candidate) => candidate[HASHED])) {
    const { name } = resource.metadata;
    resource.metadata.name = `${name}-${hashOf(resource['data'] as Record<string, string>)}`;
    renamed.set(name, resource.metadata.name);
  }
  for (const resource of resources) {
    const references = [
      ...containersOf(resource).flatMap(({ env = [], envFrom = [] }) => [
        ...envFrom.map(({ configMapRef }) => configMapRef),
        ...env.map(({ valueFrom }) => valueFrom?.configMapKeyRef),
      ]),
      ...(podTemplateOf(resource)?.spec.volumes ?? []).map(({ configMap }) => configMap),
    ];
    for (const reference of references) if (reference) reference.name = renamed.get(reference.name) ?? reference.name;
  }
  return resources.map((resource) => {
    const { [HASHED]: _hashed, ...manifest } = resource;
    return manifest;
  });
}

/** Kustomize's own: ten letters of a SHA-256, without those that could make words. */
function hashOf(data: Record<string, string>): string {
  const sorted = Object.fromEntries(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ data: sorted, kind: 'ConfigMap', name: '' }).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const letters: Record<string, string> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };
  const digest = createHash('sha256').update(text).digest('hex');
  return [...digest.slice(0, 10)].map((letter) => letters[letter] ?? letter).join('');
}
