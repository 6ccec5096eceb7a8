import fs from 'node:fs';
import path from 'node:path';
import { PERMISSIONS, ROLES, permits } from '@wardstone/auth';
import { DatabaseServiceConfig, type SettingEntry, listSettings } from '@wardstone/config';
import { renderErrorDocs } from '@wardstone/errors';
import { APP_SETTINGS } from '../apps/launcher/src';
import { main as writeClientTypes } from './client-types';
import type { GeneratedDocument } from './generate-docs/generated-document';
import { renderMetrics } from './generate-docs/metrics-table';
import { type RunningSystem, SERVICE_NAMES, startSystem } from './system';
import { CHART, workspaceRoot } from './workspace';

/** Address of the product in the examples of generated documents. */
const DOCUMENTED_ADDRESS = 'https://wardstone.example.test';

/** Documents that are generated from tables in the code. */
function renderStaticDocuments(): GeneratedDocument[] {
  return [
    { file: 'docs/errors.md', text: renderErrorDocs() },
    { file: 'docs/permissions.md', text: renderPermissions() },
    { file: 'docs/settings.md', text: renderSettings() },
    { file: CHART_SCHEMA, text: renderChartSchema() },
  ];
}

const CHART_SCHEMA = `${CHART}/values.schema.json`;

/** The schema of the chart's values, written by hand except for the settings that it knows by name. */
function renderChartSchema(): string {
  const schema = JSON.parse(fs.readFileSync(path.join(workspaceRoot(), CHART_SCHEMA), 'utf8')) as {
    properties: { settings: { properties: Record<string, { properties: object }> } };
  };
  const known = schema.properties.settings.properties;
  for (const [service, Shape] of [['shared', DatabaseServiceConfig] as const, ...Object.entries(APP_SETTINGS)]) {
    const name = service.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    known[name]!.properties = Object.fromEntries(
      listSettings(Shape).map((setting) => [
        setting.name,
        { description: setting.description, type: ['string', 'null'] },
      ]),
    );
  }
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The OpenAPI document of every service, as published by the running service itself. */
function fetchApiDocuments({
  serviceUrl,
  gatewayUrl,
}: Pick<RunningSystem, 'serviceUrl' | 'gatewayUrl'>): Promise<GeneratedDocument[]> {
  return Promise.all(
    SERVICE_NAMES.map(async (name) => {
      const response = await fetch(`${serviceUrl(name)}/openapi.json`);
      const text = JSON.stringify(await response.json(), null, 2).replaceAll(gatewayUrl, DOCUMENTED_ADDRESS);
      return { file: `docs/openapi/${name}.json`, text: `${text}\n` };
    }),
  );
}

function renderPermissions(): string {
  const roles = Object.entries(ROLES);
  const rows = PERMISSIONS.map(({ name, service, description }) => {
    const held = roles.map(([, role]) => (permits(role.permissions, name) ? 'yes' : ''));
    return `| \`${name}\` | ${service} | ${description} | ${held.join(' | ')} |`;
  });
  return [
    '# Permissions and roles',
    '',
    'Generated from the table in `libs/auth` by `npm run docs:generate`.',
    '',
    '| Role | For |',
    '|---|---|',
    ...roles.map(([name, { description }]) => `| \`${name}\` | ${description} |`),
    '',
    `| Permission | Checked by | Allows | ${roles.map(([name]) => name).join(' | ')} |`,
    `|---|---|---|${roles.map(() => '---|').join('')}`,
    ...rows,
    '',
    'Permissions of monitoring on resources hold for the resources of groups that are open to one of the roles of the caller',
    '(`PUT /rest/group/{id}/roles/{role}`, in the console the tab _Access_ of a group), with what is below their members.',
    '`MANAGE_INVENTORY` holds for all.',
    '',
  ].join('\n');
}

/** Shared settings are listed once. */
function renderSettings(): string {
  const shared = listSettings(DatabaseServiceConfig);
  const known = new Set(shared.map(({ name }) => name));
  const own = Object.entries(APP_SETTINGS).flatMap(([service, Shape]) => {
    const settings = listSettings(Shape).filter(({ name }) => !known.has(name));
    return settings.length === 0
      ? []
      : ['', `## Settings of ${service} only`, '', ...settingsTable(settings, new Shape())];
  });
  return [
    '# Settings every service shares',
    '',
    'Environment variables, read once and checked before anything listens. Generated from the classes of settings by',
    '`npm run docs:generate`. What `npm start` itself reads is in [quickstart.md](quickstart.md#settings-of-npm-start).',
    '',
    ...settingsTable(shared, new DatabaseServiceConfig()),
    ...own,
    '',
  ].join('\n');
}

function settingsTable(settings: readonly SettingEntry[], defaults: object): string[] {
  const values = defaults as Record<string, unknown>;
  return [
    '| Variable | Kind | Default | Meaning |',
    '|---|---|---|---|',
    ...settings.map(
      ({ name, kind, description }) =>
        `| \`${name}\` | ${kind.replaceAll('|', '\\|')} | ${toDefault(values[name])} | ${description} |`,
    ),
  ];
}

function toDefault(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  return `\`${Array.isArray(value) ? value.join(',') : (value as string | number)}\``;
}

/** The table of metrics, as exposed by the running services. */
async function fetchMetricsDocument({
  serviceUrl,
  tokenOf,
}: Pick<RunningSystem, 'serviceUrl' | 'tokenOf'>): Promise<GeneratedDocument> {
  const texts: Record<string, string> = {};
  const authorization = await tokenOf();
  for (const name of SERVICE_NAMES) {
    texts[name] = await (await fetch(`${serviceUrl(name)}/metrics`, { headers: { authorization } })).text();
  }
  return { file: 'docs/metrics.md', text: renderMetrics(texts) };
}

/** All generated documents of a running product. */
export async function generateDocuments(
  system: Pick<RunningSystem, 'serviceUrl' | 'gatewayUrl' | 'tokenOf'>,
): Promise<GeneratedDocument[]> {
  return [...renderStaticDocuments(), ...(await fetchApiDocuments(system)), await fetchMetricsDocument(system)];
}

/**
 * `npm run docs:generate`: starts the product once and writes every generated document, then the types of the client.
 */
export async function main(): Promise<number> {
  const root = workspaceRoot();
  const system = await startSystem();
  try {
    for (const { file, text } of await generateDocuments(system)) {
      fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
      process.stdout.write(`${file}\n`);
    }
    await writeClientTypes();
  } finally {
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  }
  return 0;
}
