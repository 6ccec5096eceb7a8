import fs from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { SERVICE_NAMES } from '../../tools/system';
import { workspaceRoot } from '../../tools/workspace';
import { toAddress, readContract } from '../start/contract/contract-operations';

type Json = Record<string, unknown>;

interface Parameter extends Json {
  name: string;
  in: string;
  required?: boolean;
}

interface Operation extends Json {
  operationId?: string;
  summary?: string;
  security?: readonly Json[];
  parameters?: Parameter[];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Errors that linters of OpenAPI documents report. */
describe.each(SERVICE_NAMES)('docs/openapi/%s.json', (name) => {
  const file = path.join(workspaceRoot(), 'docs', 'openapi', `${name}.json`);
  const document = JSON.parse(fs.readFileSync(file, 'utf8')) as Json & {
    paths: Record<string, Record<string, Operation>>;
    components: Json & { securitySchemes: Json };
  };
  const found = (pointer: string): unknown =>
    pointer
      .replace(/^#\//, '')
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((node, key) => (node as Json | undefined)?.[key], document);
  const resolved = <T extends Json>(node: T): T =>
    typeof node['$ref'] === 'string' ? (found(node['$ref']) as T) : node;
  const operations = Object.entries(document.paths).flatMap(([route, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        where: `${method.toUpperCase()} ${route}`,
        route,
        operation,
        parameters: (operation.parameters ?? []).map((parameter) => resolved(parameter)),
      })),
  );
  const namesIn = (route: string): string[] => [...route.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
  const where = (lacking: readonly { where: string }[]): string[] => lacking.map((one) => one.where);

  it('declares the login of every operation, or that it needs none, by its own schemes', () => {
    expect(where(operations.filter(({ operation }) => !Array.isArray(operation.security)))).toEqual([]);
    const named = operations.flatMap(({ operation }) => (operation.security ?? []).flatMap((one) => Object.keys(one)));
    expect([...new Set(named)].filter((scheme) => !document.components.securitySchemes[scheme])).toEqual([]);
  });

  it('has no two paths that differ only by the names of their parameters', () => {
    const shapes = Object.keys(document.paths).map((route) => route.replaceAll(/\{[^}]*\}/g, '{}'));
    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
  });

  it('has plain paths: no query, no empty or repeated name in braces, no slash at the end', () => {
    const odd = Object.keys(document.paths).filter(
      (route) =>
        /[?#]|\{\}|.\/$/.test(route) || !route.startsWith('/') || new Set(namesIn(route)).size < namesIn(route).length,
    );
    expect(odd).toEqual([]);
  });

  it('describes the parameters in the path, as required, and no others', () => {
    const wrong = operations.filter(({ route, parameters }) => {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const names = inPath.map((parameter) => parameter.name);
      return inPath.some(({ required }) => required !== true) || names.sort().join() !== namesIn(route).sort().join();
    });
    expect(where(wrong)).toEqual([]);
  });

  it('names each parameter of an operation once, and each operation, in letters that an address can have', () => {
    const twice = operations.filter(({ parameters }) => {
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      return new Set(keys).size < keys.length;
    });
    expect(where(twice)).toEqual([]);
    const ids = operations.map(({ operation }) => operation.operationId ?? '');
    expect(ids.filter((id, at) => !/^[A-Za-z0-9_.~-]+$/.test(id) || ids.indexOf(id) !== at)).toEqual([]);
    expect(where(operations.filter(({ operation }) => !operation.summary))).toEqual([]);
  });

  it('begins each summary with a verb', () => {
    expect(
      where(operations.filter(({ operation }) => /^(?:An?|The|One|Whether|Where|\w+s of) /.test(operation.summary!))),
    ).toEqual([]);
  });

  it('gives optional parameters no example, so that a list executed unchanged is complete', () => {
    const filled = operations.flatMap(({ where: operation, parameters }) =>
      parameters
        .filter(({ required, schema, ...parameter }) => {
          const { example, default: standard } = { ...(schema as Json | undefined), ...parameter } as Json;
          return required !== true && example !== undefined && example !== standard;
        })
        .map((parameter) => `${operation}: ${parameter.name}`),
    );
    expect(filled).toEqual([]);
  });

  it('refers only to parts that it contains', () => {
    const dangling = [...new Set(JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [])]
      .map((text) => (JSON.parse(`{${text}}`) as { $ref: string }).$ref)
      .filter((pointer) => !pointer.startsWith('#/') || found(pointer) === undefined);
    expect(dangling).toEqual([]);
  });

  it('lists as values of an enumeration what its type permits', () => {
    const wrong: string[] = [];
    const look = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type, enum: values } = node as Json;
      if (type !== undefined && Array.isArray(values)) {
        const allowed = [type].flat() as string[];
        if (!values.every((value) => allowed.some((one) => isOf(one, value)))) wrong.push(at);
      }
      for (const [key, value] of Object.entries(node)) look(value, `${at}/${key}`);
    };
    look(document, '#');
    expect(wrong).toEqual([]);
  });

  it('shows examples that its schemas accept', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
    ajv.addSchema(document, 'document');
    const invalid: string[] = [];
    const accepted = new Set<string>();
    const check = (at: string, { schema, example, examples = {} }: Json): void => {
      const named = Object.values(examples as Record<string, Json>).map((one) => resolved(one)['value']);
      const shown = example === undefined ? named : [example, ...named];
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      for (const value of shown) {
        const key = `${text} ${JSON.stringify(value)}`;
        if (accepted.has(key)) continue;
        if (ajv.validate(JSON.parse(text) as object, value)) accepted.add(key);
        else invalid.push(`${at}: ${ajv.errorsText()}`);
      }
    };
    for (const { where: at, operation, parameters } of operations) {
      const { requestBody = {}, responses } = operation as { requestBody?: Json; responses: Record<string, Json> };
      const contents = [requestBody, ...Object.values(responses)].map(
        (body) => (resolved(body)['content'] ?? {}) as Record<string, Json>,
      );
      // XML examples are text, which a schema of the record cannot validate.
      const json = contents.flatMap((content) => Object.entries(content)).filter(([type]) => /[/+]json$/.test(type));
      for (const one of [...json.map(([, media]) => media), ...parameters]) check(at, one);
    }
    expect(invalid).toEqual([]);
    expect(accepted.size).toBeGreaterThan(10);
  });
});

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return typeof value === type;
}

describe('docs/openapi/monitoring.json', () => {
  it('marks as an addition each operation below /rest that the contract lacks, and no other', () => {
    const toKey = (method: string, template: string): string => `${method} ${toAddress(template)}`;
    const contract = new Set(readContract().map(({ method, path: template }) => toKey(method, template)));
    const file = path.join(workspaceRoot(), 'docs', 'openapi', 'monitoring.json');
    const { paths } = JSON.parse(fs.readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Json>> };
    const operations = Object.entries(paths)
      .filter(([route]) => route.startsWith('/rest'))
      .flatMap(([route, item]) =>
        Object.entries(item).map(([method, operation]) => [toKey(method.toUpperCase(), route), operation] as const),
      );
    const marked = operations.filter(([, operation]) => operation['x-addition'] === true).map(([key]) => key);
    expect(marked).toEqual(operations.map(([key]) => key).filter((key) => !contract.has(key)));
    expect(JSON.stringify(paths)).not.toContain('ddition to the contract');
  });
});
