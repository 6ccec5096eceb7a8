import { toGatewayDocument } from './service-document';

const document = {
  openapi: '3.1.0',
  info: { title: 'A service' },
  servers: [{ url: 'http://127.0.0.1:8081' }],
  paths: {
    '/a': {
      parameters: [{ name: 'id' }],
      get: { operationId: 'a', security: [{ basic: [] }, { token: [] }] },
      post: { operationId: 'b', security: [{ basic: [] }] },
    },
    '/livez': { get: { operationId: 'livez' } },
    '/service-keys.json': { get: { operationId: 'keys' } },
  },
  components: {
    schemas: { A: { type: 'object' } },
    securitySchemes: { basic: { type: 'http', scheme: 'basic' }, token: { type: 'http', scheme: 'bearer' } },
  },
};

describe('toGatewayDocument', () => {
  const result = toGatewayDocument(document, 'https://wardstone.example') as typeof document;

  it('names the gateway as the server, with the relative address first', () => {
    expect(result.servers.map(({ url }) => url)).toEqual(['/', 'https://wardstone.example']);
  });

  it('offers the login of the gateway wherever a Bearer token does, and nowhere else', () => {
    expect(result.paths['/a'].get.security).toEqual([{ basic: [] }, { token: [] }, { login: [] }]);
    expect(result.paths['/a'].post.security).toEqual([{ basic: [] }]);
    expect(result.paths['/livez'].get).toEqual({ operationId: 'livez' });
    expect(result.components.securitySchemes).toMatchObject({
      token: { scheme: 'bearer' },
      login: { type: 'oauth2', flows: { password: { tokenUrl: '/auth/token' } } },
    });
  });

  it('leaves out what services fetch from each other', () => {
    expect(Object.keys(result.paths)).toEqual(['/a', '/livez']);
  });

  it('leaves the rest and the original unchanged', () => {
    expect(result.paths['/a'].parameters).toEqual([{ name: 'id' }]);
    expect(result.components.schemas).toEqual({ A: { type: 'object' } });
    expect(document.paths['/a'].get.security).toHaveLength(2);
  });

  it.each([[null], [[]], [{ openapi: '3.1.0' }], [{ swagger: '2.0', paths: {} }], ['text']])(
    'refuses %j, which is not an OpenAPI document',
    (other) => {
      expect(() => toGatewayDocument(other, 'http://h')).toThrow('not an OpenAPI document');
    },
  );
});
