import { createRequire } from 'node:module';
import path from 'node:path';
import Ajv from 'ajv';
import ts from 'typescript';
import { workspaceRoot } from '../../tools/workspace';
import type { Manifest } from './kustomize';
import { BACKEND_TLS_POLICY } from './backend-tls-policy.schema';

/** API group -> the package that holds its schemas, made from the OpenAPI documents and CRDs of the projects. */
const PACKAGES: Readonly<Record<string, string>> = {
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg',
};

/** Kinds that no package describes. */
const WITHOUT_SCHEMA = new Set(['barmancloud.cnpg.io/v1 ObjectStore']);

/** Kinds that no package which Node.js 20 can load describes; these schemas know every field. */
const OWN_SCHEMAS: Readonly<Record<string, object>> = {
  'gateway.networking.k8s.io/v1 BackendTLSPolicy': BACKEND_TLS_POLICY,
};
const ajv = new Ajv({ strictTypes: false, strictRequired: false });

/** Fields that operators of today know and the published schemas do not yet; taken out before the check. */
const NEWER_THAN_SCHEMA: Readonly<Record<string, (manifest: Manifest) => void>> = {
  Cluster: ({ spec }) => {
    const {
      plugins = [],
      externalClusters = [],
      bootstrap,
    } = spec as {
      plugins?: { enabled?: boolean; isWALArchiver?: boolean }[];
      externalClusters?: { plugin?: object }[];
      bootstrap?: { initdb?: { localeProvider?: string; builtinLocale?: string } };
    };
    for (const plugin of plugins) {
      delete plugin.enabled;
      delete plugin.isWALArchiver;
    }
    for (const cluster of externalClusters) delete cluster.plugin;
    delete bootstrap?.initdb?.localeProvider;
    delete bootstrap?.initdb?.builtinLocale;
  },
  ServiceMonitor: ({ spec }) => {
    const { endpoints } = spec as { endpoints: { oauth2?: { tlsConfig?: object } }[] };
    for (const { oauth2 } of endpoints) delete oauth2?.tlsConfig;
  },
};

const load = createRequire(__filename);

const ownSchema = ({ apiVersion, kind }: Manifest): object | undefined => OWN_SCHEMAS[`${apiVersion} ${kind}`];

export function hasSchema({ apiVersion, kind }: Manifest): boolean {
  return !WITHOUT_SCHEMA.has(`${apiVersion} ${kind}`);
}

function modelOf({ apiVersion, kind }: Manifest): string {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  const place = apiVersion.replace(/^([a-z]+)\//, '$1/');
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${place}/${kind}`;
}

function comparable(manifest: Manifest): Manifest {
  const copy = structuredClone(manifest);
  NEWER_THAN_SCHEMA[manifest.kind]?.(copy);
  return copy;
}

const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;

/** Wrong types, formats and missing fields, as the JSON schemas see them; empty when the manifests are right. */
export function schemaErrors(manifests: readonly Manifest[]): string[] {
  return manifests.filter(hasSchema).flatMap((manifest) => {
    const schema = ownSchema(manifest);
    if (schema) return ajv.validate(schema, manifest) ? [] : [`${nameOf(manifest)}: ${ajv.errorsText()}`];
    const models = load(modelOf(manifest)) as Record<string, new (data: Manifest) => { validate(): void }>;
    const Model = models[manifest.kind];
    if (!Model) return [`${nameOf(manifest)}: there is no such kind in ${manifest.apiVersion}`];
    try {
      new Model(comparable(manifest)).validate();
      return [];
    } catch (error) {
      return [`${nameOf(manifest)}: ${(error as Error).message}`];
    }
  });
}

/**
 * Fields that the API does not know, which a server drops with a warning. JSON schemas of Kubernetes allow them, so the
 * types made from the same documents are asked: each manifest is compiled as a literal of its type.
 */
export function unknownFields(manifests: readonly Manifest[]): string[] {
  const checked = manifests.filter((manifest) => hasSchema(manifest) && !ownSchema(manifest));
  const lines = checked.map((manifest, at) => {
    const literal = JSON.stringify(comparable(manifest));
    return `import type { I${manifest.kind} as T${at} } from '${modelOf(manifest)}';export const m${at}: T${at} = ${literal};`;
  });
  const file = path.join(workspaceRoot(), 'manifests-to-check.ts');
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
    return `${manifest ? nameOf(manifest) : (source?.fileName ?? '')}: ${message}`;
  });
}
