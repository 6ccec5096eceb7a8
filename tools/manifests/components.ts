import fs from 'node:fs';
import path from 'node:path';
import { readComponents, type Manifest, render } from './kustomize';

/** A component of Kustomize that the chart switches on and off. */
interface Component {
  folder: string;
  /** For example `gatewayApi`, with the switch `gatewayApi.enabled`. */
  value: string;
  parts: string[];
  isOn: boolean;
}

/** Parts that are applied separately. */
const PARTS = ['agents', 'databases', 'migrations', 'services'];
/** The chart's databases are a part without a switch; services have their own switches. */
const NO_SWITCH = /^cloudnative-pg$|^without\b/;
/** Position of a component among others: citus changes what restore adds, and adds what tls changes. */
const toPlace = (name: string): string => name.replace(/^citus/, 'restore/then-citus');

/** Converts `error-registry` to `errorRegistry`, because templates do not permit dashes in names. */
export const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The production overlays by part, with the same objects as the chart. */
export function listOverlays(k8s: string): { name: string; folder: string }[] {
  return PARTS.map((name) => ({ name, folder: path.join(k8s, 'overlays', 'production', name) }));
}

export function listComponents(k8s: string): Component[] {
  const folder = path.join(k8s, 'components');
  const chosen = new Set(listOverlays(k8s).flatMap((part) => readComponents(part.folder)));
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'kustomization.yaml')
    .filter((file) => /^kind: Component$/m.test(fs.readFileSync(path.join(folder, file), 'utf8')))
    .map((file) => path.dirname(file))
    .filter((name) => !NO_SWITCH.test(name))
    .sort((a, b) => (toPlace(a) < toPlace(b) ? -1 : 1))
    .map((name) => ({
      folder: path.join(folder, name),
      value: getSwitch(name),
      parts: partsTaking(name),
      isOn: chosen.has(path.join(folder, name)),
    }));
}

/** A component in a folder named like a part belongs to that part; adjacent ones share a switch. */
const ofOnePart = (name: string): boolean => name.includes(path.sep) && PARTS.includes(path.basename(name));

function getSwitch(name: string): string {
  const called = ofOnePart(name) ? path.dirname(name) : name;
  return called.split(path.sep).map(camelCase).join('.');
}

function partsTaking(name: string): string[] {
  if (ofOnePart(name)) return [path.basename(name)];
  if (name === 'external-databases') return ['databases'];
  if (!name.startsWith('restore')) return ['services'];
  return name.endsWith('change-over') ? ['services', 'migrations'] : ['databases'];
}

/** The objects that Kustomize renders from the production overlay with the given components instead of its own. */
export function renderProduction(
  k8s: string,
  isOn: (value: string) => boolean,
  { withAgents = false } = {},
): Manifest[] {
  const switches = listComponents(k8s);
  return listOverlays(k8s)
    .filter(({ name }) => withAgents || name !== 'agents')
    .flatMap(({ name, folder }) =>
      render(folder, {
        leaveOut: switches.map((component) => component.folder),
        add: switches
          .filter((component) => component.parts.includes(name) && isOn(component.value))
          .map((component) => component.folder),
      }),
    );
}

/** Services that components/without and the chart's `services.NAME.enabled` can leave out. */
export const OPTIONAL_SERVICES = ['compliance', 'monitoring', 'error-registry'];

/** The objects that Kustomize renders from the production overlay without services. */
export function renderWithout(k8s: string, services: readonly string[]): Manifest[] {
  const add = services.map((service) => path.join(k8s, 'components', 'without', service));
  return listOverlays(k8s)
    .filter(({ name }) => name !== 'agents')
    .flatMap(({ folder }) => render(folder, { add }));
}

type Values = { [name: string]: Values | boolean };

/** Values of the chart for switches: `a.b` becomes `{ a: { b: { enabled } } }`. */
export function valuesFor(switched: Iterable<readonly [value: string, isOn: boolean]>): object {
  const values: Values = {};
  for (const [value, isOn] of switched) {
    const place = value.split('.').reduce((tree, step) => (tree[step] ??= {}) as Values, values);
    place['enabled'] = isOn;
  }
  return values;
}

/** Values of the chart that leave services out. */
export function valuesWithout(services: readonly string[]): object {
  return valuesFor(services.map((service) => [`services.${camelCase(service)}`, false]));
}
