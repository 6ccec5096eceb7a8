import fs from 'node:fs';
import path from 'node:path';
import { componentsOf } from '../kustomize/kustomize';
import { camelCase } from './substitute';

/** Databases, migrations, services, agents: what is applied on its own. */
export interface Part {
  name: string;
  folder: string;
  about: string;
}

/** A component of Kustomize that the chart switches on and off. */
export interface Component {
  folder: string;
  /** `gatewayApi`; its switch is `gatewayApi.enabled`. */
  value: string;
  parts: string[];
  isOn: boolean;
  about: string;
}

/** The chart's databases are a part, not a switch of it. */
const NO_SWITCH = new Set(['cloudnative-pg']);

const ABOUT_PARTS: Readonly<Record<string, string>> = {
  databases: 'PostgreSQL by CloudNativePG. Objects with data stay when the release is removed.',
  migrations: 'A Job for each database; services wait for the schema.',
  services: 'The services of the product.',
  agents: 'An agent on every node: a release of its own, in a namespace that may read nodes.',
};

/** Of the overlay for production, whose objects are the chart's. */
export function partsOf(k8s: string): Part[] {
  const overlay = path.join(k8s, 'overlays', 'production');
  return fs
    .readdirSync(overlay)
    .sort()
    .map((name) => ({ name, folder: path.join(overlay, name), about: ABOUT_PARTS[name] ?? '' }));
}

export function switchesOf(k8s: string): Component[] {
  const folder = path.join(k8s, 'components');
  const chosen = new Set(partsOf(k8s).flatMap((part) => componentsOf(part.folder)));
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'kustomization.yaml')
    .map((file) => path.dirname(file))
    .filter((name) => !NO_SWITCH.has(name) && isComponent(path.join(folder, name)))
    .sort()
    .map((name) => ({
      folder: path.join(folder, name),
      value: switchOf(name),
      parts: partsTaking(name),
      isOn: chosen.has(path.join(folder, name)),
      about: firstComment(path.join(folder, name)),
    }));
}

/** A component in a folder that is called like a part belongs to that one; those beside each other share a switch. */
const ofOnePart = (name: string): boolean => name.includes(path.sep) && path.basename(name) in ABOUT_PARTS;

function switchOf(name: string): string {
  const called = ofOnePart(name) ? path.dirname(name) : name;
  return called.split(path.sep).map(camelCase).join('.');
}

function partsTaking(name: string): string[] {
  if (ofOnePart(name)) return [path.basename(name)];
  if (!name.startsWith('restore')) return ['services'];
  return name.endsWith('change-over') ? ['services', 'migrations'] : ['databases'];
}

const textOf = (folder: string): string => fs.readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8');
const isComponent = (folder: string): boolean => /^kind: Component$/m.test(textOf(folder));

function firstComment(folder: string): string {
  const lines = textOf(folder).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^# ?/, ''))
    .join(' ');
}
