import fs from 'node:fs';
import path from 'node:path';
import { emitFields } from './chart/emit';
import { Expression, type Fields, mergeChange } from './chart/node';
import { Settings } from './chart/settings';
import { REGISTRY } from './chart/places';
import { type Component, type Part, partsOf, switchesOf } from './chart/sources';
import { Substitution, checkUsed, configMapName, configMapOf, idOf } from './chart/substitute';
import { Values } from './chart/values';
import { HASHED, type Resource, gather } from './kustomize/kustomize';
import { workspaceRoot } from './workspace';

export const CHART = 'charts/wardstone';

/** A file of the chart: path in the workspace and text. */
export interface ChartFile {
  file: string;
  text: string;
}

/** Where released images are; in the repository nowhere. */
interface Images {
  registry?: string;
  digests?: Readonly<Record<string, string>>;
}

/** An object of the chart, and what has to be chosen for it to be there. */
interface ChartObject {
  part: string;
  node: Fields;
  conditions: string[];
  /** The file that it is in. */
  group: string;
}

const HEAD = `Values of the Helm chart. Generated from k8s/ by "npm run docs:generate": what is said here is what
k8s/overlays/production says, and the chart's objects are those of the overlay.`;

/** The chart that has the objects of k8s/overlays/production, with values in the places that chart/places.ts names. */
export function renderChart(root = workspaceRoot(), images: Images = {}): ChartFile[] {
  return new ChartOf(path.join(root, 'k8s'), versionOf(root), images).files();
}

export function versionOf(root = workspaceRoot()): string {
  return (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

class ChartOf {
  private readonly values = new Values();
  private readonly objects = new Map<string, ChartObject>();
  private readonly settings = new Map<string, Settings>();
  private readonly used = new Set<object>();
  private readonly parts: Part[];
  private readonly switches: Component[];

  constructor(
    k8s: string,
    private readonly version: string,
    private readonly images: Images,
  ) {
    this.parts = partsOf(k8s);
    this.switches = switchesOf(k8s);
  }

  files(): ChartFile[] {
    this.addGeneralValues();
    for (const part of this.parts) this.addPart(part);
    checkUsed(this.used);
    this.values.add('extraObjects', {
      default: [],
      about: 'Objects of your own, with templates in them: policies, certificates.',
      schema: { type: 'array', items: { type: 'object' } },
    });
    const templates = this.templates();
    const file = (name: string, text: string): ChartFile => ({ file: `${CHART}/${name}`, text });
    return [
      file('Chart.yaml', chartYaml(this.version)),
      file('values.yaml', this.values.toYaml(HEAD)),
      file('values.schema.json', this.values.toSchema()),
      file('templates/_settings.tpl', this.settingsTemplates()),
      ...templates.map(([name, text]) => file(`templates/${name}`, text)),
    ];
  }

  private addGeneralValues(): void {
    this.values.add('image.registry', {
      default: this.images.registry ?? REGISTRY,
      about: 'Where the images are, without their names.',
    });
    this.values.add('image.tag', { default: '', about: 'Empty: the version of the chart.' });
    this.values.add('image.digests', {
      default: this.images.digests ?? {},
      about: 'By the name of the image: gateway: sha256:… holds it, whatever the tag.',
      schema: { type: 'object', additionalProperties: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' } },
    });
    this.values.describe('settings', 'Settings of the services, by service (docs/settings.md); null removes one.');
    this.values.describe('secrets', 'Names of the secrets that you make, see k8s/README.md.');
    for (const { name, about } of this.parts) {
      this.values.add(`${name}.enabled`, { default: name !== 'agents' });
      this.values.describe(name, about);
    }
    this.values.add('databases.backups.enabled', { default: true });
    // The first of those that share a switch says what it does.
    for (const { value, about } of [...this.switches].reverse()) this.values.describe(value, about);
    for (const { value, isOn } of this.switches) this.values.add(`${value}.enabled`, { default: isOn });
  }

  private addPart(part: Part): void {
    const leaveOut = this.switches.map(({ folder }) => folder);
    const base = gather(part.folder, { leaveOut });
    this.addObjects(base, part);
    const components = this.switches.filter(({ parts }) => parts.includes(part.name));
    for (const component of components) {
      this.addComponent(component, { part, base, withIt: gather(part.folder, { leaveOut, add: [component.folder] }) });
    }
    const known = new Set(base.map(idOf));
    const withAll = gather(part.folder, { leaveOut, add: components.map(({ folder }) => folder) });
    for (const component of components) {
      const others = components.filter((other) => other !== component).map(({ folder }) => folder);
      const without = gather(part.folder, { leaveOut, add: others });
      const isOfOthers = (resource: Resource): boolean => !known.has(idOf(resource));
      this.changeObjects(component, part, without.filter(isOfOthers), withAll);
    }
  }

  private addObjects(resources: readonly Resource[], part: Part, component?: Component): void {
    const substitution = new Substitution(this.values, hashedOf(resources), this.used);
    for (const resource of resources) {
      // Helm makes the namespace of a release, or it is there.
      if (resource.kind === 'Namespace') continue;
      const { name } = resource.metadata;
      if (resource[HASHED]) this.settings.set(name, new Settings(name, resource['data'] as Record<string, string>));
      const { node, condition } = substitution.apply(withoutData(resource));
      const conditions = [`.Values.${part.name}.enabled`];
      if (component) conditions.push(`.Values.${component.value}.enabled`);
      if (condition) conditions.push(condition);
      const id = `${part.name} ${idOf(resource)}`;
      if (this.objects.has(id)) throw new Error(`duplicate ${id}`);
      const group = component?.value ?? resource.metadata.labels?.['app.kubernetes.io/name'] ?? 'common';
      this.objects.set(id, { part: part.name, node: asHelmKeepsIt(node, resource), conditions, group });
    }
  }

  private addComponent(
    component: Component,
    { part, base, withIt }: { part: Part; base: readonly Resource[]; withIt: readonly Resource[] },
  ): void {
    const before = new Set(base.map(idOf));
    this.addObjects(
      withIt.filter((resource) => !before.has(idOf(resource))),
      part,
      component,
    );
    this.changeObjects(component, part, base, withIt);
  }

  /** What a component does to objects of the part, or to those that other components add. */
  private changeObjects(
    component: Component,
    part: Part,
    without: readonly Resource[],
    withIt: readonly Resource[],
  ): void {
    const after = new Map(withIt.map((resource) => [idOf(resource), resource]));
    const substitution = new Substitution(this.values, hashedOf(withIt), this.used);
    const nodeOf = (resource: Resource): Fields =>
      asHelmKeepsIt(substitution.apply(withoutData(resource)).node, resource);
    for (const resource of without) {
      if (resource.kind === 'Namespace') continue;
      const id = idOf(resource);
      const changed = after.get(id);
      if (!changed) throw new Error(`${component.value} removes ${id}`);
      if (resource[HASHED]) {
        this.settings.get(resource.metadata.name)!.addOf(component.value, changed['data'] as Record<string, string>);
      }
      const object = this.objects.get(`${part.name} ${id}`)!;
      object.node = mergeChange(
        object.node,
        nodeOf(resource),
        nodeOf(changed),
        `.Values.${component.value}.enabled`,
      ) as Fields;
    }
  }

  private settingsTemplates(): string {
    const templates = [...this.settings.values()].map((settings) => settings.template(this.values));
    return `{{- /* ${GENERATED} */ -}}\n${templates.join('\n')}\n`;
  }

  private templates(): [string, string][] {
    // Values of settings are known once their templates are made.
    this.settingsTemplates();
    const files = new Map<string, string[]>();
    for (const { part, group, node, conditions } of this.objects.values()) {
      const name = `${part}/${group}.yaml`;
      const lines = files.get(name) ?? [`{{- /* ${GENERATED} */ -}}`];
      const condition = conditions.length === 1 ? conditions[0]! : `and ${conditions.map(inBrackets).join(' ')}`;
      const { defined, object } = objectLines(node);
      lines.push(...defined, `{{- if ${condition} }}`, '---', ...object, '{{- end }}');
      files.set(name, lines);
    }
    return [...files].map(([name, lines]) => [name, `${lines.join('\n')}\n`]);
  }
}

const GENERATED = 'Generated from k8s/ by "npm run docs:generate".';
const inBrackets = (text: string): string => (text.includes(' ') ? `(${text})` : text);

function hashedOf(resources: readonly Resource[]): ReadonlySet<string> {
  return new Set(resources.filter((resource) => resource[HASHED]).map(({ metadata }) => metadata.name));
}

/** The data of a generated ConfigMap is made by a template of its own: its name depends on it. */
function withoutData(resource: Resource): Resource {
  if (!resource[HASHED]) return resource;
  const { data: _data, ...rest } = resource;
  return rest;
}

/** What Helm needs of an object that `kubectl apply` does not. */
function asHelmKeepsIt(node: Fields, resource: Resource): Fields {
  const metadata = node['metadata'] as Fields;
  if (resource[HASHED]) metadata['name'] = configMapName(resource.metadata.name);
  if (resource.metadata.annotations?.['argocd.argoproj.io/sync-options']?.includes('Delete=false')) {
    metadata['annotations'] = { ...(metadata['annotations'] as Fields), 'helm.sh/resource-policy': 'keep' };
  }
  return node;
}

function objectLines(node: Fields): { defined: string[]; object: string[] } {
  const { spec, ...rest } = node;
  const metadata = rest['metadata'] as Fields;
  const { name } = metadata;
  if (name instanceof Expression) {
    const data = `data: {{- include "wardstone.data.${configMapOf(name)}" . | fromJson | toYaml | nindent 2 }}`;
    return { defined: [], object: [...emitFields(rest), data] };
  }
  if (node['kind'] !== 'Job') return { defined: [], object: emitFields(node) };
  // The pods of a Job cannot change: one that is to do something else is another Job.
  const template = `wardstone.job.${name as string}`;
  const hashed = new Expression(`printf "${name as string}-%s" (include "${template}" . | sha256sum | trunc 8)`);
  return {
    defined: [`{{- define "${template}" -}}`, ...emitFields(spec as Fields), '{{- end }}'],
    object: [
      ...emitFields({ ...rest, metadata: { ...metadata, name: hashed } }),
      `spec: {{- include "${template}" . | nindent 2 }}`,
    ],
  };
}

function chartYaml(version: string): string {
  return `apiVersion: v2
name: wardstone
description: Compliance and monitoring of your systems under one identity and one vocabulary of errors
type: application
version: ${version}
appVersion: ${version}
kubeVersion: '>=1.27.0-0'
`;
}

/** Writes the chart in place of the one that is there; what is written by hand lies in `templates` itself. */
export function writeChart(root: string, files = renderChart(root)): void {
  const templates = path.join(root, CHART, 'templates');
  for (const entry of fs.existsSync(templates) ? fs.readdirSync(templates, { withFileTypes: true }) : []) {
    if (entry.isDirectory()) fs.rmSync(path.join(templates, entry.name), { recursive: true });
  }
  for (const { file, text } of files) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  }
}

/** `node tools/run.mjs chart`: writes the chart; `npm run docs:generate` does, too. */
export function main(): void {
  writeChart(workspaceRoot());
}
