import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError } from './api-error';
import { writeError } from './error-response';
import { CommonError } from './registry';
import { complianceRenderer } from './renderers/compliance';

describe('writeError', () => {
  let server: http.Server;
  let address: string;

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      response.setHeader('ETag', '"stale"').setHeader('Content-Disposition', 'attachment').setHeader('Vary', 'Origin');
      const error = new ApiError(CommonError.method_not_allowed, 'PUT is not possible here.', {
        headers: { Allow: 'GET, HEAD' },
        extensions: { hint: 'read' },
      });
      const context = { request, requestId: '7b1c9a52', publicBaseUrl: 'https://wardstone.example' };
      writeError(response, error, complianceRenderer('vendor'), context);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => void server.close());

  it('writes status, type, link and the headers of the error, and drops those of the response it replaces', async () => {
    const { status, headers } = await fetch(address);

    expect(status).toBe(405);
    expect(headers.get('x-error-type')).toBe('method_not_allowed');
    expect(headers.get('link')).toBe('<https://wardstone.example/api/v1/error/method_not_allowed>; rel="help"');
    expect(headers.get('allow')).toBe('GET, HEAD');
    expect(headers.get('vary')).toBe('Origin, Accept');
    expect([headers.get('etag'), headers.get('content-disposition')]).toEqual([null, null]);
  });

  it('writes the error body of the service by default', async () => {
    expect(await (await fetch(address)).json()).toEqual({ errors: ['PUT is not possible here.'] });
  });

  it.each(['application/problem+json', 'application/problem+json, application/json;q=0.9'])(
    'writes problem details for a client that puts them first: %s',
    async (accept) => {
      const response = await fetch(address, { headers: { accept } });

      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(await response.json()).toEqual({
        type: 'https://wardstone.example/api/v1/error/method_not_allowed',
        title: 'method_not_allowed',
        status: 405,
        detail: 'PUT is not possible here.',
        instance: 'urn:uuid:7b1c9a52',
        hint: 'read',
        error_type: 'method_not_allowed',
        error_message: 'PUT is not possible here.',
      });
    },
  );

  it('writes no body to HEAD, but its length', async () => {
    const response = await fetch(address, { method: 'HEAD' });

    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await response.text()).toBe('');
  });

  it('aborts a response that has begun', async () => {
    const broken = http.createServer((request: IncomingMessage, response) => {
      response.write('half');
      const context = { request, requestId: 'r', publicBaseUrl: '' };
      writeError(response, new ApiError(CommonError.internal_error), complianceRenderer('vendor'), context);
    });
    await once(broken.listen(0, '127.0.0.1'), 'listening');

    const reading = fetch(`http://127.0.0.1:${(broken.address() as AddressInfo).port}/`).then((r) => r.text());

    await expect(reading).rejects.toThrow();
    broken.close();
  });
});
