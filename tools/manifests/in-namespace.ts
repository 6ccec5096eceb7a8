import fs from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { workspaceRoot } from '../workspace';

const PRODUCTION = path.join('overlays', 'production');

interface Overlay {
  namespace: string;
  components?: string[];
}

/** Puts names of a user's own in place of the placeholders of a copy of the manifests. */
export function replacePlaceholders(k8s: string): void {
  for (const entry of fs.readdirSync(k8s, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.yaml')) continue;
    const file = path.join(entry.parentPath, entry.name);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replaceAll('example.test', 'example.com'));
  }
}

/**
 * A copy of the manifests, as k8s/README.md tells its readers to make one: the overlay for production in another namespace,
 * with more components at its end, by the part of the overlay. Answers the part's folder by its name.
 */
export function overlayInNamespace(
  folder: string,
  namespace: string,
  components: Readonly<Record<string, readonly string[]>> = {},
): (part: string) => string {
  const k8s = path.join(folder, 'k8s');
  fs.cpSync(path.join(workspaceRoot(), 'k8s'), k8s, { recursive: true });
  const partFolder = (part: string): string => path.join(k8s, PRODUCTION, part);
  for (const part of fs.readdirSync(path.join(k8s, PRODUCTION))) {
    const file = path.join(partFolder(part), 'kustomization.yaml');
    const overlay = parse(fs.readFileSync(file, 'utf8')) as Overlay;
    overlay.namespace = overlay.namespace.replace('wardstone', namespace);
    const added = (components[part] ?? []).map((name) => `../../../components/${name}`);
    if (added.length > 0) overlay.components = [...(overlay.components ?? []), ...added];
    fs.writeFileSync(file, stringify(overlay));
  }
  return partFolder;
}

interface SettingsPatch {
  target: { name: string };
  patch: string;
}

/** The patches of k8s/README.md for settings of components, as printed. */
export function readSettingsPatches(): SettingsPatch[] {
  const guide = fs.readFileSync(path.join(workspaceRoot(), 'k8s', 'README.md'), 'utf8');
  const [, block] = /^```yaml\n(patches:\n[^`]*ConfigMap[^`]*)^```/m.exec(guide)!;
  return (parse(block!) as { patches: SettingsPatch[] }).patches;
}

/** Adds patches to the kustomization of a folder. */
export function addPatches(folder: string, patches: readonly object[]): void {
  const file = path.join(folder, 'kustomization.yaml');
  const overlay = parse(fs.readFileSync(file, 'utf8')) as { patches: object[] };
  fs.writeFileSync(file, stringify({ ...overlay, patches: [...overlay.patches, ...patches] }));
}
