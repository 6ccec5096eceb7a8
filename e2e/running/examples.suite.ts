import { resolveParts } from '@wardstone/bootstrap';
import { type OpenApiDocument, type Operation, listOperations } from '../../tools/requests/operations';
import { type RunningSystem, SERVICE_NAMES } from '../../tools/system';
import { findTargets } from './example-targets';
import { requireRecords } from './records';

interface Schema {
  type?: string | string[];
  format?: string;
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  xml?: { name?: string };
}

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

interface BodyOperation extends Omit<Operation, 'requestBody'> {
  requestBody?: { content?: Record<string, Media> };
}

interface Sample {
  operation: BodyOperation;
  type: string;
  value: unknown;
}

/** The body that a page fills in: the example, or one composed of its parts. */
function toSample(schema: Schema = {}): unknown {
  const { example, examples, enum: values, properties, items, allOf, anyOf, oneOf } = schema;
  const given = [example, schema.default, examples?.[0], values?.[0]].find((value) => value !== undefined);
  if (given !== undefined) return given;
  if (allOf) return Object.assign({}, ...allOf.map((part) => toSample(part)));
  const [choice] = [...(anyOf ?? []), ...(oneOf ?? [])];
  if (choice) return toSample(choice);
  if (properties) {
    return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, toSample(part)]));
  }
  if (items) return [toSample(items)];
  const [type] = [schema.type].flat();
  return { string: 'string', integer: 0, number: 0, boolean: true, array: [] }[type ?? ''] ?? {};
}

function toSamples(operation: BodyOperation): Sample[] {
  return Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema, example, examples = {} }]) => {
    const value = example ?? Object.values(examples)[0]?.value ?? toSample(schema);
    const root = schema?.xml?.name;
    if (!type.endsWith('/xml') || typeof value === 'string' || !root) return { operation, type, value };
    const parts = Object.entries(value as object).map(([name, part]) => `<${name}>${String(part)}</${name}>`);
    return { operation, type, value: `<${root}>${parts.join('')}</${root}>` };
  });
}

const FORM = 'application/x-www-form-urlencoded';
/** Bodies that only the holder of a key can sign have no working example. */
const NEEDS_A_KEY = new Set(['enrolAgent', 'replaceAgentKey']);
/** Has no example, because it is binary. */
const PROTOBUF = 'application/x-protobuf';

function written({ type, value }: Pick<Sample, 'type' | 'value'>): string {
  if (typeof value === 'string') return value;
  if (type === FORM) return new URLSearchParams(value as Record<string, string>).toString();
  return JSON.stringify(value);
}

const toKind = (type: string): string => /xml|json/.exec(type)?.[0] ?? type;

/** A person who tries the operations as the pages fill them in. */
export function describeExamples(system: () => RunningSystem): void {
  describe('the examples of bodies', () => {
    beforeAll(() => requireRecords(system()), 120_000);

    it('are accepted, each in its media type, by their operation', async () => {
      const samples: Sample[] = [];
      for (const name of SERVICE_NAMES) {
        const response = await fetch(`${system().gatewayUrl}/openapi/${name}.json`);
        const document = resolveParts((await response.json()) as OpenApiDocument);
        for (const operation of listOperations(name, document)) {
          const known = new Set<string>();
          for (const sample of toSamples(operation).filter(({ type }) => type !== PROTOBUF)) {
            // Types of one kind are read by the same reader, and most bodies cannot be sent twice.
            if (!known.has(toKind(sample.type))) samples.push(sample);
            known.add(toKind(sample.type));
          }
        }
      }
      expect(samples.length).toBeGreaterThan(60);
      const sampleFor = (operationId: string, type?: string): { type: string; body: string } => {
        const found = samples.find(
          (sample) => sample.operation.operationId === operationId && (type === undefined || sample.type === type),
        )!;
        return { type: found.type, body: written(found) };
      };
      const targets = await findTargets(system(), sampleFor);
      const refused: string[] = [];
      for (const { operation, type, value } of samples) {
        const { method, path, operationId } = operation;
        const target = path.replace(/\{([^}]+)\}/g, (_all, name: string) =>
          encodeURIComponent(targets.path(operationId, name)),
        );
        const query = targets.query(operationId);
        const response = await fetch(`${system().gatewayUrl}${target}${query && `?${query}`}`, {
          method,
          headers: { 'Content-Type': type, ...(operation.permissions && { authorization: system().login }) },
          body: written({ type, value: targets.body(operationId, value) }),
        });
        const text = await response.text();
        if (NEEDS_A_KEY.has(operationId)) {
          expect(text).toContain('The proof is invalid.');
          continue;
        }
        if ([400, 406, 415, 422].includes(response.status) || response.status >= 500) {
          refused.push(`${operationId}, ${method} ${target}, ${type}: ${response.status} ${text.slice(0, 200)}`);
        }
      }
      expect(refused).toEqual([]);
    }, 180_000);
  });
}
