import { resolveParts } from '@wardstone/bootstrap';
import type { TestMonitoring } from '../use-monitoring';

/** An operation as the API document describes it. */
export interface ApiOperationFacts {
  id: string;
  /** With parameters in braces, e.g. `/rest/resource/{id}`. */
  path: string;
  method: string;
  /** Schemas of the response by media type; empty without a body. */
  schemas: Readonly<Record<string, object>>;
  /** Whether the response may be compressed. */
  isMarkedGzip: boolean;
  /** Whether the list is paged. */
  isPaged: boolean;
  bodyTypes: readonly string[];
  /** Parameters of the query that take whole numbers or constants only. */
  strictQueries: readonly string[];
}

interface DocumentedResponse {
  headers?: Record<string, { schema?: { description?: string } }>;
  content?: Record<string, { schema: object }>;
}

interface DocumentedOperation {
  operationId: string;
  parameters?: { name: string; in: string; schema?: { type?: string; enum?: string[] } }[];
  requestBody?: { content?: Record<string, object> };
  responses: Record<string, DocumentedResponse>;
}

/** Operations only for machines in JSON, in CSV only, or pages of links; they have tests of their own. */
const APART = /^\/rest\/(agents?|compliance|reports|alert\/link|on-call\/calendar|integration\/receive)\b/;

/** Type of a JSONP response, which no Accept header selects. */
const BY_PARAMETER = 'application/javascript';

/** The operations of the interface. */
export async function readOperations(api: TestMonitoring): Promise<ApiOperationFacts[]> {
  const { body } = await api.anonymous.get('/openapi.json').expect(200);
  const document = resolveParts(body as { paths: Record<string, Record<string, DocumentedOperation>> });
  const paths = Object.entries(document.paths);
  return paths
    .filter(([path]) => (path === '/rest' || path.startsWith('/rest/')) && !APART.test(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => toFacts(path, method, operation)),
    );
}

function toFacts(path: string, method: string, operation: DocumentedOperation): ApiOperationFacts {
  const { '200': ok, '201': created } = operation.responses;
  const response = ok?.content ? ok : created;
  const names = new Set(operation.parameters?.map(({ name }) => name));
  return {
    id: operation.operationId,
    path,
    method: method.toUpperCase(),
    schemas: Object.fromEntries(
      Object.entries(response?.content ?? {})
        .filter(([type]) => type !== BY_PARAMETER)
        .map(([type, { schema }]) => [type, schema]),
    ),
    isMarkedGzip: (response?.headers?.['Vary']?.schema?.description ?? '').includes('Accept-Encoding'),
    isPaged: names.has('ps') && names.has('page'),
    bodyTypes: Object.keys(operation.requestBody?.content ?? {}),
    strictQueries: (operation.parameters ?? [])
      .filter((parameter) => parameter.in === 'query')
      .filter(({ schema }) => schema?.type === 'integer' || schema?.enum !== undefined)
      .map(({ name }) => name),
  };
}

/** The same address of a missing record: another id, handle, login or name. */
export function toMissingAddress(address: string): string {
  return address.replace(
    /(?<=\/)(\d{5}(?=$|[/?])|rhq-rest-\w+(?=\.bin)|rhq-resource-[^/?]+|ann(?=$|\/contact-methods$)|Webhook$|Log4J%20Alerter(?=\/))/,
    (known) =>
      known.startsWith('rhq-rest') ? 'rhq-rest-0' : known.startsWith('rhq-resource') ? 'no-such_=_job' : '99999',
  );
}

export function withQuery(address: string, query: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}
