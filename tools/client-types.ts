import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ALL_ERROR_TYPES } from '@wardstone/errors';
import { workspaceRoot } from './workspace';

export const USAGE = `Usage: node tools/run.mjs client-types
Writes the types of @wardstone/client from docs/openapi, where these are newer. npm ci and npm run check run it.`;

type Json = Record<string, unknown>;

const FOLDER = path.join('libs', 'client', 'src', 'generated');
/** Paths of each process, which at the product's address are those of the gateway. */
const OF_EACH_SERVICE = ['/livez', '/readyz', '/metrics'];
const JSON_TYPES = ['application/json', 'application/vnd.api+json'];

/** Writes the files whose document has changed; several processes may do so at once. */
export async function main(): Promise<void> {
  const root = workspaceRoot();
  fs.mkdirSync(path.join(root, FOLDER), { recursive: true });
  replace(path.join(root, FOLDER, 'error-types.ts'), renderErrorTypes());
  const documents = path.join(root, 'docs', 'openapi');
  await Promise.all(
    fs.readdirSync(documents).map(async (name) => {
      const service = path.basename(name, '.json');
      const document = path.join(documents, name);
      const file = path.join(root, FOLDER, `${service}.ts`);
      if (fs.existsSync(file) && fs.statSync(file).mtimeMs > fs.statSync(document).mtimeMs) return;
      const described = forClient(JSON.parse(fs.readFileSync(document, 'utf8')) as Json, service === 'gateway');
      replace(file, await getTypes(JSON.stringify(described)));
    }),
  );
}

function replace(file: string, text: string): void {
  const written = `${file}.${process.pid}`;
  fs.writeFileSync(written, text);
  fs.renameSync(written, file);
}

function renderErrorTypes(): string {
  const members = ALL_ERROR_TYPES.map(
    ({ type, status, description }) => `  /** ${description} */\n  ${type}: ${status};`,
  );
  return `/** Each error type of the registry with its status. */\nexport interface ErrorTypes {\n${members.join('\n')}\n}\n`;
}

/** The generator runs as a program, without the lint rules for our documents. */
async function getTypes(document: string): Promise<string> {
  const cwd = path.join(workspaceRoot(), 'node_modules', 'openapi-typescript');
  const options = ['--default-non-nullable=false', '--immutable', '--root-types', '--root-types-no-schema-prefix'];
  const running = promisify(execFile)(process.execPath, [path.join('bin', 'cli.js'), ...options], {
    cwd,
    maxBuffer: 1 << 26,
  });
  running.child.stdin!.end(document);
  return (await running).stdout;
}

/**
 * The part of a document for the client: JSON where available, without examples and webhooks; of responses only the
 * successful ones, because errors are those of the registry.
 */
function forClient({ paths, components, webhooks: _webhooks, ...others }: Json, isGateway: boolean): Json {
  const { schemas, ...shared } = components as Record<string, Json>;
  const resolved = (value: unknown): Json => {
    const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec((value as { $ref?: string }).$ref ?? '') ?? [];
    return (kind === undefined ? value : shared[kind]![name!]) as Json;
  };
  const toContent = ({ content = {} }: { content?: Json }): Json => {
    const types = Object.keys(content);
    const kept = types.filter((type) => JSON_TYPES.includes(type)).slice(0, 1);
    return Object.fromEntries((kept.length > 0 ? kept : types).map((type) => [type, bare(content[type])]));
  };
  const getOperation = (operation: Json): Json => {
    const responses = Object.entries(operation['responses'] as Json)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => {
        const { description } = resolved(response);
        return [status, { description, content: toContent(resolved(response)) }];
      });
    const parameters = ((operation['parameters'] ?? []) as unknown[])
      .map(resolved)
      .filter((parameter) => parameter['in'] !== 'header' && parameter['name'] !== 'jsonp');
    const body = operation['requestBody'] === undefined ? undefined : resolved(operation['requestBody']);
    return {
      ...operation,
      parameters: parameters.map((parameter) => bare(parameter)),
      responses: Object.fromEntries(responses),
      ...(body && { requestBody: { ...body, content: toBody(body) } }),
    };
  };
  const toBody = (body: Json): Json => {
    const { 'application/json': json } = body['content'] as Json;
    return json === undefined ? toContent(body) : { 'application/json': bare(json) };
  };
  const kept = Object.entries(paths as Record<string, Json>)
    .filter(([route]) => isGateway || !OF_EACH_SERVICE.includes(route))
    .map(([route, { parameters = [], ...item }]) => {
      const operations = Object.entries(item).map(([method, operation]) => {
        const { parameters: own = [], ...rest } = operation as Json;
        return [method, getOperation({ ...rest, parameters: [...(parameters as unknown[]), ...(own as unknown[])] })];
      });
      return [route, Object.fromEntries(operations) as Json];
    });
  const operations = Object.fromEntries(kept) as Json;
  return { ...others, paths: operations, components: { schemas: reached(operations, bare(schemas) as Json) } };
}

/** Removes examples, except properties of schemas with this name. */
function bare(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bare(each));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => isNames || !['example', 'examples'].includes(name));
  return Object.fromEntries(members.map(([name, each]) => [name, bare(each, !isNames && name === 'properties')]));
}

/** The schemas to which operations refer, directly or indirectly. */
function reached(operations: Json, schemas: Json): Json {
  const names = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (names.has(name!)) continue;
      names.add(name!);
      follow(schemas[name!]);
    }
  };
  follow(operations);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}
