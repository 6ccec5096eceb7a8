import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { installPackages } from '@wardstone/testing';
import ts from 'typescript';
import { workspaceRoot } from '../../tools/workspace';
import type { Manifest } from './kustomize';

/** API group -> the package that holds its schemas, made from the OpenAPI documents and CRDs of the projects. */
const PACKAGES: Readonly<Record<string, string>> = {
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
};

/** Kinds that no package describes. */
const WITHOUT_SCHEMA = new Set(['barmancloud.cnpg.io/v1 ObjectStore']);

/** Holds the packages, with a lock file of its own. */
const FOLDER = path.join(workspaceRoot(), 'e2e', 'production', 'schemas');

export function hasSchema({ apiVersion, kind }: Manifest): boolean {
  return !WITHOUT_SCHEMA.has(`${apiVersion} ${kind}`);
}

function getModel({ apiVersion, kind }: Manifest): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const place = apiVersion.replace(/^([a-z]+)\//, '$1/');
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${place}/${kind}`;
}

const toName = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** Wrong types, formats and missing fields, as the JSON schemas see them; empty when the manifests are right. */
export function schemaErrors(manifests: readonly Manifest[]): string[] {
  const checked = manifests.filter(hasSchema);
  installPackages(FOLDER);
  const input = JSON.stringify(checked.map((manifest) => ({ model: getModel(manifest), manifest })));
  const output = execFileSync(process.execPath, [path.join(FOLDER, 'check.mjs')], { input, encoding: 'utf8' });
  const errors = JSON.parse(output) as (string | null)[];
  return errors.flatMap((error, at) => (error === null ? [] : [`${toName(checked[at]!)}: ${error}`]));
}

/**
 * Fields that the API does not know, which a server drops with a warning. JSON schemas of Kubernetes allow them, so the
 * types made from the same documents are asked: each manifest is compiled as a literal of its type.
 */
export function unknownFields(manifests: readonly Manifest[]): string[] {
  const checked = manifests.filter(hasSchema);
  const lines = checked.map((manifest, at) => {
    const literal = JSON.stringify(manifest);
    return `import type { I${manifest.kind} as T${at} } from '${getModel(manifest)}';export const m${at}: T${at} = ${literal};`;
  });
  installPackages(FOLDER);
  const file = path.join(FOLDER, 'manifests-to-check.mts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.Node20,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
  };
  const text = lines.join('\n');
  const disk = ts.createCompilerHost(options);
  const withManifests: ts.CompilerHost = {
    ...disk,
    getSourceFile: (name, ...rest) =>
      name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : disk.getSourceFile(name, ...rest),
    fileExists: (name) => name === file || disk.fileExists(name),
    readFile: (name) => (name === file ? text : disk.readFile(name)),
  };
  const program = ts.createProgram([file], options, withManifests);
  return ts.getPreEmitDiagnostics(program).map(({ file: source, start, messageText }) => {
    const line = source && start !== undefined ? source.getLineAndCharacterOfPosition(start).line : -1;
    const manifest = checked[line];
    const message = ts.flattenDiagnosticMessageText(messageText, ' ');
    return `${manifest ? toName(manifest) : (source?.fileName ?? '')}: ${message}`;
  });
}
