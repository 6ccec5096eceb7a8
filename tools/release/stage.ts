import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import { CHART } from '../workspace';
import { type Digests, isDownload, OUT, REGISTRY, type Release } from './plan';

/** Stages the chart with the images of the release, pinned by digest. */
export function stageChart(root: string, release: Release, digests: Readonly<Record<string, string>>): void {
  const out = path.join(root, OUT, CHART);
  // Files shared with the manifests are links.
  fs.cpSync(path.join(root, CHART), out, { recursive: true, dereference: true });
  const file = path.join(out, 'values.yaml');
  fs.writeFileSync(file, withReleasedImages(fs.readFileSync(file, 'utf8'), release, digests));
}

export function withReleasedImages(
  values: string,
  { registry }: Pick<Release, 'registry'>,
  digests: Readonly<Record<string, string>>,
): string {
  const document = parseDocument(values, { version: '1.1' });
  document.setIn(['image', 'registry'], registry);
  document.setIn(['image', 'digests'], digests);
  return document.toString({ lineWidth: 0 });
}

/** Stages the manifests with the images of the release, pinned by digest. */
export function stageBundle(
  root: string,
  release: Release,
  toDigest: Digests,
  folder = path.join(root, OUT, 'k8s'),
): void {
  fs.cpSync(path.join(root, 'k8s'), folder, { recursive: true });
  for (const file of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (path.basename(file) !== 'kustomization.yaml') continue;
    const place = path.join(folder, file);
    fs.writeFileSync(place, withImages(fs.readFileSync(place, 'utf8'), release, toDigest));
  }
}

const IMAGE = new RegExp(`newName: ${REGISTRY.replaceAll('.', '\\.')}/([\\w-]+), newTag: [\\w.+-]+`, 'g');

function withImages(text: string, { registry }: Release, toDigest: Digests): string {
  return text.replace(IMAGE, (_, app: string) => `newName: ${registry}/${app}, digest: '${toDigest(app)}'`);
}

export function writeChecksums(root: string): void {
  const out = path.join(root, OUT);
  const lines = fs
    .readdirSync(out)
    .filter(isDownload)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(fs.readFileSync(path.join(out, file)))
          .digest('hex')}  ${file}`,
    );
  fs.writeFileSync(path.join(out, 'SHA256SUMS'), `${lines.join('\n')}\n`);
}

/** `npm version` writes package.json; this updates other files with the version. */
export function setVersion(root: string, version: string): void {
  const change = (file: string, pattern: RegExp): void => {
    const place = path.join(root, file);
    const text = fs.readFileSync(place, 'utf8');
    fs.writeFileSync(
      place,
      text.replace(pattern, (_, head: string) => `${head}${version}`),
    );
  };
  for (const file of fs.readdirSync(path.join(root, 'k8s/overlays'), { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('kustomization.yaml')) change(path.join('k8s/overlays', file), /(newTag: )[\w.+-]+/g);
  }
  change(path.join(CHART, 'Chart.yaml'), /^((?:appV|v)ersion: ).+$/gm);
  change('k8s/README.md', /(\/\$app:)[\w.+-]+/g);
}
