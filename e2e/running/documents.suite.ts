import fs from 'node:fs';
import path from 'node:path';
import { ALL_ERROR_TYPES } from '@wardstone/errors';
import Ajv2020 from 'ajv/dist/2020';
import { type OpenApiDocument, type Operation, listOperations } from '../../tools/requests/operations';
import { generateDocuments } from '../../tools/generate-docs';
import { type RunningSystem, SERVICE_NAMES } from '../../tools/system';
import { workspaceRoot } from '../../tools/workspace';

/** Whether a response documents its content, or states that it has none. */
function hasContent({ content, description = '' }: Operation['responses'][string]): boolean {
  return content !== undefined || description.endsWith('; no body');
}

export function describeDocuments(system: () => RunningSystem): void {
  describe('the documents of the running product', () => {
    let operations: Operation[];

    beforeAll(async () => {
      operations = (
        await Promise.all(
          SERVICE_NAMES.map(async (name) => {
            const response = await fetch(`${system().serviceUrl(name)}/openapi.json`);
            return listOperations(name, (await response.json()) as OpenApiDocument);
          }),
        )
      ).flat();
    }, 120_000);

    const toName = ({ service, method, path: route }: Operation): string => `${service}: ${method} ${route}`;

    it('equal those in docs/ (npm run docs:generate writes them)', async () => {
      const stale = (await generateDocuments(system())).filter(({ file, text }) => {
        const stored = path.join(workspaceRoot(), file);
        return !fs.existsSync(stored) || fs.readFileSync(stored, 'utf8') !== text;
      });
      expect(stale.map(({ file }) => file)).toEqual([]);
    });

    it('are OpenAPI 3.1 and available through the gateway', async () => {
      for (const name of SERVICE_NAMES) {
        const response = await fetch(`${system().gatewayUrl}/openapi/${name}.json`);
        expect(response.status).toBe(200);
        expect(((await response.json()) as OpenApiDocument).openapi).toBe('3.1.0');
      }
    });

    it('describe every operation: a summary, an id of its own, and every response', () => {
      const lacking = operations.filter(
        ({ summary, operationId, responses }) =>
          !summary || !operationId || Object.values(responses).some(({ description }) => !description),
      );
      expect(lacking.map(toName)).toEqual([]);
      const ids = operations.map(({ service, operationId }) => `${service}.${operationId}`);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    });

    it('describe every parameter', () => {
      const lacking = operations.flatMap((operation) =>
        operation.parameters
          .filter(({ description, schema }) => !description || !schema)
          .map(({ name }) => `${toName(operation)} ${name}`),
      );
      expect(lacking).toEqual([]);
    });

    it('show the success response of every operation with its media types', () => {
      const lacking = operations.filter(({ responses }) => {
        // An operation that only redirects succeeds with 303.
        const success = Object.entries(responses).filter(([status]) => /^(2..|303)$/.test(status));
        return (
          success.length === 0 ||
          success.some(([status, response]) => !['204', '303'].includes(status) && !hasContent(response))
        );
      });
      expect(lacking.map(toName)).toEqual([]);
    });

    it('have schemas that are JSON Schema', async () => {
      const ajv = new Ajv2020({ strict: false, validateFormats: false });
      for (const name of SERVICE_NAMES) {
        const response = await fetch(`${system().serviceUrl(name)}/openapi.json`);
        const { components } = (await response.json()) as { components?: { schemas?: Record<string, object> } };
        const invalid = Object.entries(components?.schemas ?? {}).filter(([, schema]) => !ajv.validateSchema(schema));
        expect(invalid.map(([schema]) => `${name}: ${schema}`)).toEqual([]);
      }
    });

    it('lead from every declared error type to its explanation', async () => {
      const declared = new Set(operations.flatMap(({ errorTypes }) => errorTypes));
      expect(declared.size).toBeGreaterThan(10);
      for (const type of new Set([...declared, ...ALL_ERROR_TYPES.map((kind) => kind.type)])) {
        const response = await fetch(`${system().gatewayUrl}/api/v1/error/${type}`, {
          headers: { authorization: system().login },
        });
        expect([type, response.status]).toEqual([type, 200]);
        expect(await response.json()).toMatchObject({
          title: type,
          type: `${system().gatewayUrl}/api/v1/error/${type}`,
        });
      }
    });
  });
}
